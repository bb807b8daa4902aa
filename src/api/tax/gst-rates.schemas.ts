import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { gstRateSchema, idOf, idSchema, moneySchema, textSchema } from '#api/kernel/values.js';
import { slabUnits } from '#domain/tax/gst-rate.js';
import { chargedGstReasons, GST_BEGAN, gstGapReasons, overlap } from '#domain/tax/hsn-rate.js';

const hsnPrefix = z
  .string()
  .overwrite(asciiDigits)
  .regex(/^\d{2,8}$/, 'must be two to eight digits')
  .meta({ example: '1006' });

const hsnRateInput = z
  .strictObject({
    hsnPrefix,
    gstRate: gstRateSchema.nullable().default(null),
    gstExempt: z.boolean().default(false),
    cessRate: z.number().min(0).max(500).nullable().default(null),
    slabLimit: moneySchema.min(1).nullable().default(null),
    slabUnit: z.enum(slabUnits).nullable().default(null),
    gstRateAbove: gstRateSchema.nullable().default(null),
    validFrom: z.iso.date().default(GST_BEGAN),
    validUntil: z.iso.date().nullable().default(null),
    description: textSchema(200).trim().nullable().default(null),
    source: textSchema(200).trim().nullable().default(null),
  })
  .superRefine((rate, context) => {
    const { gstRate, gstExempt, slabLimit, slabUnit, gstRateAbove, validFrom, validUntil } = rate;
    if (gstExempt !== (gstRate === null)) {
      const message = 'must be a percent, or null where `gstExempt` is true';
      context.addIssue(issueOf('inconsistent', message, ['gstRate']));
    }
    const slab = [slabLimit, slabUnit, gstRateAbove].filter((value) => value !== null).length;
    if (slab !== 0 && (slab !== 3 || gstRate === null)) {
      const message = 'must come with `slabUnit`, `gstRateAbove` and `gstRate`';
      context.addIssue(issueOf('inconsistent', message, ['slabLimit']));
    }
    if (validUntil !== null && validUntil < validFrom)
      context.addIssue(issueOf('inconsistent', 'must not be before `validFrom`', ['validUntil']));
  });

/** The whole table: codes that are left out lose their rate. */
export const hsnRatesInputSchema = z
  .strictObject({ rates: z.array(hsnRateInput).max(5_000) })
  .superRefine(({ rates }, context) => {
    const seen = new Map<string, (typeof rates)[number][]>();
    rates.forEach((rate, index) => {
      const others = seen.get(rate.hsnPrefix) ?? [];
      if (others.some((other) => overlap(other, rate))) {
        const path = ['rates', index, 'hsnPrefix'];
        const message = 'must not overlap another row of the prefix in its days';
        context.addIssue(issueOf('not_unique', message, path));
      }
      seen.set(rate.hsnPrefix, [...others, rate]);
    });
  })
  .meta({ id: 'HsnRatesInput' });

/** Some 5,000 rows. */
const MAX_CSV = 1_000_000;
export const hsnRatesFileSchema = z.strictObject({ csv: z.string().max(MAX_CSV) });

const percent = z.number().nullable();
const rateFields = {
  gstRate: percent.meta({ description: 'Percent; null where exempt' }),
  gstExempt: z.boolean(),
  cessRate: percent,
  slabLimit: moneySchema.nullable().meta({ description: 'Value of a piece or pair, without tax' }),
  slabUnit: z.enum(slabUnits).nullable(),
  gstRateAbove: percent,
  validFrom: z.string(),
  validUntil: z.string().nullable(),
  description: z.string().nullable(),
  source: z.string().nullable(),
};
const hsnRateSchema = z.object({ hsnPrefix: z.string(), ...rateFields }).meta({ id: 'HsnRate' });

export const hsnRatesSchema = z.object({ rates: z.array(hsnRateSchema) }).meta({ id: 'HsnRates' });

export const hsnChangesQuery = z.object({
  day: z.iso.date().optional().meta({ description: 'In India; tomorrow by default' }),
});

export const hsnChangesSchema = z
  .object({
    day: z.string(),
    changes: z.array(
      z.object({
        hsnPrefix: z.string(),
        before: hsnRateSchema.nullable(),
        after: hsnRateSchema.nullable(),
        variants: z.int().meta({ description: 'Variants without a rate of their own' }),
      }),
    ),
  })
  .meta({ id: 'HsnRateChanges' });

export const gstGapSchema = z
  .object({
    variantId: idSchema,
    productId: idSchema,
    vendorId: idSchema,
    productTitle: z.string(),
    sku: z.string().nullable(),
    hsnCode: z.string().nullable(),
    lacksHsnCode: z.boolean(),
    lacksGstRate: z.boolean().meta({
      description: 'Neither variant, product nor HSN code has a GST rate: the tax list of the vendor applies',
    }),
    reasons: z.array(z.enum(gstGapReasons)),
  })
  .meta({ id: 'GstGap' });

export const hsnSuggestionsQuery = z.object({
  categoryId: idOf('category').toLowerCase(),
});

export const hsnSuggestionSchema = z
  .object({
    hsnCode: z.string().meta({ example: '74198030' }),
    products: z.int().meta({ description: 'Products of the category whose variants have it' }),
    description: z.string().nullable().meta({ description: 'Of the GST rates by HSN code' }),
    gstRate: z.number().nullable().meta({ description: 'Percent, where the HSN code has a rate' }),
  })
  .meta({ id: 'HsnSuggestion' });

/** A number of a query, in digits alone: `0x10`, `1e1` and the empty text are refused. */
const numeric = (max: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^-?\d{1,16}(\.\d{1,9})?$/.test(text) ? Number(text) : text),
    z.number().min(0).max(max),
  );
export const chargedGstQuery = z.object({
  hsnCode: z.string().trim().max(32).optional().meta({ example: '6109' }),
  gstRate: numeric(100).optional().meta({ description: 'Own rate, percent' }),
  gstExempt: z.enum(['true', 'false']).optional(),
  price: numeric(Number.MAX_SAFE_INTEGER).optional().meta({ description: 'Of a piece, in subunits' }),
});

export const chargedGstSchema = z
  .object({
    gstRate: percent.meta({ description: 'Percent; null where none is charged' }),
    gstExempt: z.boolean(),
    cessRate: percent,
    reason: z.enum(chargedGstReasons),
    hsnPrefix: z.string().nullable(),
    description: z.string().nullable(),
    source: z.string().nullable(),
    slab: z.object({ limit: moneySchema, unit: z.enum(slabUnits), rateAbove: z.number() }).nullable(),
    hsnProblem: z.enum(['malformed', 'not_listed']).nullable(),
  })
  .meta({ id: 'ChargedGst' });

const filters = { lacksHsnCode: 'boolean', lacksGstRate: 'boolean', productId: 'id' } as const;
export const vendorGstGapsQuery = listQuerySchema({ filters });
export const adminGstGapsQuery = listQuerySchema({ filters: { ...filters, vendorId: 'id' } });
