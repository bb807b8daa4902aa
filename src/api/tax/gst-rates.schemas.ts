import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { gstRateSchema, idOf, idSchema, textSchema } from '#api/kernel/values.js';

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
    description: textSchema(200).trim().nullable().default(null),
  })
  .superRefine(({ gstRate, gstExempt }, context) => {
    if (gstExempt === (gstRate === null)) return;
    const message = 'must be a percent, or null where `gstExempt` is true';
    context.addIssue(issueOf('inconsistent', message, ['gstRate']));
  });

/** The whole table: codes that are left out lose their rate. */
export const hsnRatesInputSchema = z
  .strictObject({ rates: z.array(hsnRateInput).max(5_000) })
  .superRefine(({ rates }, context) => {
    const seen = new Set<string>();
    rates.forEach(({ hsnPrefix: prefix }, index) => {
      if (seen.has(prefix)) {
        const path = ['rates', index, 'hsnPrefix'];
        context.addIssue(issueOf('not_unique', 'must be unique in the table', path));
      }
      seen.add(prefix);
    });
  })
  .meta({ id: 'HsnRatesInput' });

export const hsnRatesSchema = z
  .object({
    rates: z.array(
      z.object({
        hsnPrefix: z.string(),
        gstRate: z.number().nullable().meta({ description: 'Percent; null where exempt' }),
        gstExempt: z.boolean(),
        description: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'HsnRates' });

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

const filters = { lacksHsnCode: 'boolean', lacksGstRate: 'boolean', productId: 'id' } as const;
export const vendorGstGapsQuery = listQuerySchema({ filters });
export const adminGstGapsQuery = listQuerySchema({ filters: { ...filters, vendorId: 'id' } });
