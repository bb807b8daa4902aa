import { describe, expect, it } from '@jest/globals';
import { emailCodeSchema } from '#api/carts/carts.schemas.js';
import { addressSchema, gstinSchema, phoneSchema } from '#api/kernel/address.js';
import { parseFilter } from '#api/kernel/list-query.js';
import { wholeNumberText } from '#api/kernel/values.js';
import { variantFieldsSchema } from '#api/products/product-input.schemas.js';
import { priceSchema } from '#api/search/search.schemas.js';
import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { mapProductRow } from '#domain/product-imports/map-product-row.js';
import { parseGrams, parseGst, parseInteger, parsePrice } from '#domain/product-imports/cell-values.js';
import { canonicalNumber } from '#domain/products/canonical-number.js';

/** Every decimal digit of Unicode, row by row. */
const rows: string[] = [];
for (let code = 0; code <= 0x10ffff; code += 1) {
  const letter = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
  if (!/\p{Nd}/u.test(letter)) continue;
  const last = rows.at(-1);
  if (last === undefined || [...last].length === 10) rows.push(letter);
  else rows[rows.length - 1] = last + letter;
}

/** A text of ASCII with the digits of another script. */
const inRow = (text: string, row: string) => text.replace(/\d/g, (digit) => [...row][Number(digit)] ?? '');

describe('digits', () => {
  it('of every script are those of ASCII', () => {
    expect(rows.length).toBeGreaterThan(60);
    for (const row of rows) expect([row, asciiDigits(row)]).toEqual([row, '0123456789']);
  });

  it.each(['²', '½', '一', 'Ⅳ', '①'])('are not %s, which is no decimal digit', (text) => {
    expect(asciiDigits(text)).toBe(text);
  });

  it.each(['०१२३४५६७८९', '௦௧௨௩௪௫௬௭௮௯', '٠١٢٣٤٥٦٧٨٩', '０１２３４５６７８９'])(
    '%s are read in telephones, PIN codes, registrations, codes, numbers and cells',
    (row) => {
      const typed = (text: string) => inRow(text, row);
      expect(phoneSchema.parse(typed('+91 9820012345'))).toBe('+919820012345');
      expect(gstinSchema.parse(typed('27AAPFU0939F1ZV'))).toBe('27AAPFU0939F1ZV');
      expect(
        addressSchema.parse({
          name: 'आशा',
          phone: typed('+919820012345'),
          line1: typed('12 MG Road'),
          city: 'मुंबई',
          stateCode: typed('27'),
          postalCode: typed('400 001'),
        }),
      ).toMatchObject({ postalCode: '400001', stateCode: '27', line1: typed('12 MG Road') });
      expect(emailCodeSchema.parse({ code: typed('402817') })).toEqual({ code: '402817' });
      expect(
        variantFieldsSchema.partial().parse({ hsnCode: typed('6109'), ean: typed('8901234567894') }),
      ).toEqual({
        hsnCode: '6109',
        ean: '8901234567894',
      });
      expect(priceSchema.parse(typed('49900'))).toBe(49_900);
      expect(wholeNumberText({ min: 1, max: 100, fallback: 1 }).parse(typed('20'))).toBe(20);
      expect(parseFilter(`price:gte:${typed('12.5')}`, { price: 'number' })).toMatchObject({ value: 12.5 });
      expect(canonicalNumber(typed('12.50'))).toBe('12.5');
      expect(parsePrice(typed('1,25,000.50'))).toEqual({ value: 12_500_050 });
      expect(parseInteger(typed('-12'))).toEqual({ value: -12 });
      expect(parseGrams(typed('250'))).toEqual({ value: 250 });
      expect(parseGst(typed('18'))).toEqual({ value: { gstRate: 18, gstExempt: false } });
      const row1 = mapProductRow({
        Handle: 'a',
        Title: typed('Kurta 42'),
        'Variant Barcode': typed('8901234567894'),
        'HSN Code': typed('6109'),
        'Variant Price': typed('499'),
      });
      expect(row1.variant).toMatchObject({ barcode: '8901234567894', hsnCode: '6109', price: 49_900 });
      expect(row1.product?.title).toBe(typed('Kurta 42'));
    },
  );
});
