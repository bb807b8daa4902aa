import { boolean, day, instant, integer, nullable, number, text, textOf } from '#domain/_shared/columns.js';

/** The columns of the tables of this feature. */
export const taxTables = {
  tax_hsn_rates: {
    hsnPrefix: text,
    gstRate: nullable(number),
    gstExempt: boolean,
    description: nullable(text),
    createdAt: instant,
    updatedAt: instant,
  },
  tax_hsn_codes: { code: text },
  tax_rates: {
    hsnPrefix: text,
    validFrom: day,
    validUntil: nullable(day),
    gstRate: nullable(number),
    gstExempt: boolean,
    cessRate: nullable(number),
    slabLimit: nullable(integer),
    slabUnit: nullable(textOf<'piece' | 'pair'>()),
    gstRateAbove: nullable(number),
    description: nullable(text),
    source: nullable(text),
    createdAt: instant,
    updatedAt: instant,
  },
};
