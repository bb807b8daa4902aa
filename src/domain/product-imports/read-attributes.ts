import { type AttributeType, foldValue, hasValues } from '#domain/product-attributes/product-attribute.js';
import { uniqueValueOf } from '#domain/products/attribute-assignments.js';
import { canonicalNumber } from '#domain/products/canonical-number.js';
import type { CatalogAttributeValue } from './catalog-product.js';
import { parseFlag, type Parsed, quoted } from './cell-values.js';
import type { ProductPart, ImportedAttribute } from './import-batch.js';
import type { AttributeCell, RowError } from './imported-product.js';

/** As the API takes it. */
const MAX_VALUE = 255;

/** A live attribute that a column of the file names. */
export interface ImportAttribute {
  id: string;
  code: string;
  title: string;
  type: AttributeType;
  isUnique: boolean;
  /** Ids of live values by their folded text, of those that the batch mentions. */
  valueIds: ReadonlyMap<string, string>;
}

/** Everything that may be the text of a value, folded. */
export function mentionedValues(parts: readonly ProductPart[]): string[] {
  const cells = parts.flatMap(({ fields }) => fields?.attributes ?? []);
  return [...new Set(cells.flatMap(({ text }) => splitValues(text).map(foldValue)))];
}

/**
 * Looks up what the cells of attributes say. A cell that cannot be read is left out with a note, so that what is stored
 * stays; a column that names no live attribute is ignored.
 */
export function readAttributes(
  parts: readonly ProductPart[],
  attributes: ReadonlyMap<string, ImportAttribute>,
): { parts: ProductPart[]; notes: RowError[] } {
  const notes: RowError[] = [];
  const read = parts.map((part): ProductPart => {
    if (!part.fields?.attributes) return part;
    const { attributes: cells, ...fields } = part.fields;
    const imported = cells.flatMap((cell): ImportedAttribute[] => {
      const attribute = attributes.get(cell.code);
      if (!attribute) return [];
      const { value: values, reason } = readCell(cell, attribute);
      if (values) return [{ attributeId: attribute.id, column: cell.column, title: attribute.title, values }];
      notes.push(attributeNote(part, cell.column, reason));
      return [];
    });
    return { ...part, fields, attributes: imported };
  });
  return { parts: read, notes };
}

/** Of a cell whose attribute is left out. */
export function attributeNote(
  { firstRow: row, handle }: Pick<ProductPart, 'firstRow' | 'handle'>,
  column: string,
  reason: string,
): RowError {
  return { row, handle, column, reason: `${reason} The attribute was left out.`, skips: 'nothing' };
}

function readCell({ text }: AttributeCell, attribute: ImportAttribute): Parsed<CatalogAttributeValue[]> {
  if (text === '') return { value: [] };
  if (hasValues(attribute.type)) return readChoices(splitValues(text), attribute);
  if (text.length > MAX_VALUE) return { reason: `A value has at most ${MAX_VALUE} characters.` };
  const { type, isUnique } = attribute;
  if (type === 'text') return written(text, text, isUnique);
  if (type === 'boolean') {
    const flag = parseFlag(text);
    return flag.reason === undefined ? written(String(flag.value), String(flag.value), isUnique) : flag;
  }
  const canonical = canonicalNumber(text);
  if (canonical === undefined) return { reason: `${quoted(text)} is not a number. Write one like 12.5.` };
  return written(text, canonical, isUnique);
}

function written(value: string, canonical: string, isUnique: boolean): Parsed<CatalogAttributeValue[]> {
  const uniqueValue = isUnique ? uniqueValueOf({ valueId: null, canonical }) : null;
  return { value: [{ valueId: null, value, canonical, uniqueValue }] };
}

function readChoices(
  texts: readonly string[],
  { type, title, isUnique, valueIds }: ImportAttribute,
): Parsed<CatalogAttributeValue[]> {
  const unknown = texts.find((text) => !valueIds.has(foldValue(text)));
  if (unknown !== undefined) return { reason: `${quoted(unknown)} is not a value of ${title}.` };
  const ids = [...new Set(texts.flatMap((text) => valueIds.get(foldValue(text)) ?? []))];
  if (ids.length > 1 && type === 'select') return { reason: `${title} takes one value.` };
  return {
    value: ids.map((valueId) => ({
      valueId,
      value: null,
      canonical: null,
      uniqueValue: isUnique ? valueId : null,
    })),
  };
}

function splitValues(text: string): string[] {
  return text
    .split(';')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
