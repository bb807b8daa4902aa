import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import {
  parseCode,
  parseFlag,
  parseGrams,
  parseGst,
  parseImageUrl,
  parseInteger,
  parseNumberCode,
  parsePrice,
  quoted,
  type Parsed,
} from './cell-values.js';
import type { ImageFields, VariantFields } from './imported-product.js';
import type { RowCells } from './row-cells.js';

const MAX_CODE_LENGTH = 255;
const MAX_HSN_LENGTH = 32;

/** Reads the columns of a variant, its options apart; problems go to the row's issues. */
export function mapVariantFields(cells: RowCells): VariantFields {
  return {
    sku: cells.clearableValue('sku', (text) => parseCode(text, MAX_CODE_LENGTH), 'variant'),
    barcode: mapBarcode(cells),
    hsnCode: mapHsnCode(cells),
    ...mapGst(cells),
    ...mapPrices(cells),
    weight: cells.clearableValue('weight', parseGrams, 'variant'),
    trackInventory: cells.has('tracker') ? tracks(cells.text('tracker')) : undefined,
    allowBackorder: cells.value('policy', parsePolicy, 'variant'),
    quantity: mapQuantity(cells),
    thumbnail: cells.clearableValue('variantImage', parseImageUrl, 'image'),
  };
}

/** Reads the picture of a row; a bad one is left out and costs nothing else. */
export function mapImage(cells: RowCells): ImageFields | undefined {
  const url = cells.value('imageUrl', parseImageUrl, 'image');
  if (url === undefined) return undefined;
  const position = cells.value('imagePosition', parsePosition, 'nothing');
  return { url, position: position ?? null, alt: cells.text('imageAlt') || null };
}

/** Anything but 4, 6 or 8 digits is taken and noted: the GST network refuses it in a return. */
function mapHsnCode(cells: RowCells): string | null | undefined {
  const code = cells.clearableValue('hsnCode', (text) => parseNumberCode(text, MAX_HSN_LENGTH), 'variant');
  if (code && !/^(\d{4}|\d{6}|\d{8})$/.test(code))
    cells.report('hsnCode', `"${code}" is not an HSN code: it has 4, 6 or 8 digits.`, 'nothing');
  return code;
}

/** A blank cell clears both; `exempt` is a supply without a rate. */
function mapGst(cells: RowCells): Pick<VariantFields, 'gstRate' | 'gstExempt'> {
  const gst = cells.clearableValue('gstRate', parseGst, 'variant');
  return gst === null ? { gstRate: null, gstExempt: false } : { ...gst };
}

/** A compare-at price above the price is what the price was before: the price is then a special one. */
function mapPrices(cells: RowCells): Pick<VariantFields, 'price' | 'specialPrice'> {
  const price = cells.value('price', parsePrice, 'variant');
  const compareAt = cells.value('compareAtPrice', parsePrice, 'variant');
  if (price === undefined) {
    if (compareAt && cells.text('price') === '') {
      cells.report('compareAtPrice', 'There is a price to compare with, but no price.', 'variant');
    }
    return {};
  }
  if (compareAt !== undefined && compareAt > price) return { price: compareAt, specialPrice: price };
  return { price, specialPrice: cells.has('compareAtPrice') ? null : undefined };
}

/** A spreadsheet shortens long numbers to `8.9E+12`, and the digits are gone: better no barcode than a wrong one. */
function mapBarcode(cells: RowCells): string | null | undefined {
  const text = asciiDigits(cells.text('barcode'));
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(text)) {
    cells.report(
      'barcode',
      `${quoted(text)} is a number that a spreadsheet has shortened; the barcode was left out. Format the column as text.`,
      'nothing',
    );
    return undefined;
  }
  return cells.clearableValue('barcode', (code) => parseNumberCode(code, MAX_CODE_LENGTH), 'variant');
}

/**
 * The source format knows negative stock (sold beyond what was there). The platform does not; the variant
 * is still worth having, so that it comes with none on hand and the file of errors says so.
 */
function mapQuantity(cells: RowCells): number | undefined {
  const quantity = cells.value('quantity', parseInteger, 'variant');
  if (quantity === undefined || quantity >= 0) return quantity;
  cells.report('quantity', `The stock is below zero (${quantity}); it was imported as 0.`, 'nothing');
  return 0;
}

/** The column names the system that counts the stock; blank is nobody. */
function tracks(text: string): boolean {
  return !['', 'none', 'false', 'no'].includes(text.toLowerCase());
}

/** The older generation writes deny or continue, the newer one those or a yes or no. */
function parsePolicy(text: string): Parsed<boolean> {
  const word = text.toLowerCase();
  if (word === 'continue') return { value: true };
  if (word === 'deny') return { value: false };
  const flag = parseFlag(text);
  return flag.reason === undefined ? flag : { reason: `${quoted(text)} is neither "deny" nor "continue".` };
}

function parsePosition(text: string): Parsed<number> {
  const parsed = parseInteger(text);
  if (parsed.value !== undefined && parsed.value >= 1) return parsed;
  return { reason: `${quoted(text)} is not a position (1, 2, 3 …); the picture was put at the end.` };
}
