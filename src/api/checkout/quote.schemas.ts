import { z } from 'zod';
import { idSchema, moneySchema } from '#api/kernel/values.js';
import { warningCodes } from '#domain/checkout/quote-warnings.js';

export const lineTaxSchema = z
  .object({ type: z.string(), rate: z.number().meta({ description: 'Percent' }), amount: moneySchema })
  .meta({ id: 'LineTax', example: { type: 'GST', rate: 18, amount: 8982 } });

export const quoteLineSchema = z
  .object({
    id: idSchema.meta({ description: 'The item of the cart' }),
    vendorId: idSchema,
    productId: idSchema,
    variantId: idSchema,
    title: z.string(),
    slug: z.string(),
    variantTitle: z.string().nullable(),
    sku: z.string().nullable(),
    thumbnail: z.string().nullable(),
    quantity: z.int(),
    minQuantity: z.int().nullable(),
    maxQuantity: z.int().nullable(),
    purchasable: z.boolean().meta({ description: 'What is not purchasable counts nothing' }),
    originalPrice: moneySchema.nullable().meta({ description: 'Of a piece, without the special price' }),
    unitPrice: moneySchema.nullable().meta({ description: 'Of a piece, the price in effect' }),
    subtotal: moneySchema,
    discountTotal: moneySchema,
    taxes: z.array(lineTaxSchema),
    taxTotal: moneySchema,
    total: moneySchema.meta({ description: 'What the buyer pays for the line, taxes included' }),
  })
  .meta({ id: 'QuoteLine' });

export const quoteGroupSchema = z
  .object({
    vendorId: idSchema,
    vendorName: z.string(),
    vendorSlug: z.string(),
    lineIds: z.array(idSchema),
    subtotal: moneySchema,
    discountTotal: moneySchema,
    shippingTotal: moneySchema,
    taxTotal: moneySchema,
    total: moneySchema,
  })
  .meta({ id: 'QuoteGroup' });

export const quoteTotalsSchema = z
  .object({
    itemCount: z.int().meta({ description: 'Pieces' }),
    subtotal: moneySchema,
    discountTotal: moneySchema,
    shippingTotal: moneySchema,
    taxTotal: moneySchema,
    grandTotal: moneySchema.meta({ description: 'To be sent as `expectedTotal` when the order is placed' }),
  })
  .meta({ id: 'QuoteTotals' });

export const quoteDiscountSchema = z
  .object({ code: z.string(), name: z.string(), amount: moneySchema })
  .meta({ id: 'QuoteDiscount' });

export const quoteWarningSchema = z
  .object({
    code: z.enum(warningCodes),
    lineId: idSchema,
    variantId: idSchema,
    message: z.string(),
    blocking: z.boolean().meta({ description: 'Whether the order cannot be placed before this is solved' }),
  })
  .meta({ id: 'QuoteWarning' });
