import { z } from 'zod';
import { idOf, idSchema, moneySchema } from '#api/kernel/values.js';
import { offerKinds } from '#domain/discounts/offer.js';
import { warningCodes } from '#domain/checkout/quote-warnings.js';

export const lineTaxSchema = z
  .object({ type: z.string(), rate: z.number().meta({ description: 'Percent' }), amount: moneySchema })
  .meta({ id: 'LineTax', example: { type: 'GST', rate: 18, amount: 8982 } });

/** The share of a coupon or of an automatic offer that falls on a line. */
export const lineDiscountSchema = z
  .object({
    code: z.string(),
    name: z.string().optional().meta({ description: 'Of an automatic offer, which buyers know by its name' }),
    amount: moneySchema,
    platformAmount: moneySchema
      .optional()
      .meta({ description: 'The part that the platform pays; it stays taxed' }),
  })
  .meta({ id: 'LineDiscount', example: { code: 'DIWALI10', amount: 4990 } });

export const quoteLineSchema = z
  .object({
    id: idOf('cartItem').meta({ description: 'The item of the cart' }),
    vendorId: idOf('vendor'),
    productId: idOf('product'),
    variantId: idOf('productVariant'),
    title: z.string(),
    slug: z.string(),
    variantTitle: z.string().nullable(),
    sku: z.string().nullable(),
    thumbnail: z.string().nullable(),
    quantity: z.int(),
    minQuantity: z.int().nullable(),
    maxQuantity: z.int().nullable(),
    purchasable: z
      .boolean()
      .meta({ description: 'Lines that are not purchasable do not count in the totals' }),
    originalPrice: moneySchema.nullable().meta({ description: 'Unit price without the special price' }),
    unitPrice: moneySchema.nullable().meta({ description: 'Unit price in effect' }),
    subtotal: moneySchema,
    discountTotal: moneySchema,
    discounts: z.array(lineDiscountSchema),
    taxes: z.array(lineTaxSchema),
    taxTotal: moneySchema,
    shippingShare: moneySchema.meta({
      description:
        'Shipping that is taxed with the line, on the same side of tax as prices; not part of `total`',
    }),
    shippingTaxes: z.array(lineTaxSchema).meta({ description: 'Taxes of `shippingShare`' }),
    total: moneySchema.meta({ description: 'What the buyer pays for the line, taxes included' }),
    gift: z.literal(true).optional().meta({ description: 'Given by an automatic offer; cannot be changed' }),
  })
  .meta({ id: 'QuoteLine' });

export const quoteGroupSchema = z
  .object({
    vendorId: idOf('vendor'),
    vendorName: z.string(),
    vendorSlug: z.string(),
    lineIds: z.array(idSchema),
    subtotal: moneySchema,
    discountTotal: moneySchema,
    shippingTotal: moneySchema.meta({ description: 'What the buyer pays for shipping' }),
    waivedShipping: moneySchema.meta({ description: 'Shipping that coupons waive' }),
    freeShippingMissingSubunit: moneySchema.nullable().meta({
      description:
        'What `subtotal` lacks until the vendor ships for free, 0 when it does; null where no amount makes shipping free',
    }),
    shippingTaxTotal: moneySchema.meta({
      description:
        'Taxes of shipping: on top of `shippingTotal`, or in it where prices include taxes; part of `taxTotal`',
    }),
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

/** A coupon of a cart, in the order of adding; one that does not apply takes nothing off. */
export const quoteCouponSchema = z
  .object({
    code: z.string(),
    name: z.string(),
    amount: moneySchema.meta({ description: 'Discount on the items, in subunits' }),
    waivedShipping: moneySchema.meta({
      description: 'Waived shipping, in subunits; not part of `amount`',
    }),
    applied: z.boolean(),
    reason: z.string().nullable().meta({ description: 'Why the coupon does not apply; null when it does' }),
  })
  .meta({ id: 'QuoteCoupon' });

/** An automatic offer that applies to the cart, or nearly. */
export const quoteOfferSchema = z
  .object({
    offerId: idOf('discount'),
    title: z.string(),
    kind: z.enum(offerKinds),
    applied: z.boolean(),
    amount: moneySchema,
    waivedShipping: moneySchema,
    missingAmount: moneySchema
      .nullable()
      .meta({ description: 'Merchandise that the offer, or its next tier, needs' }),
    missingQuantity: z
      .int()
      .nullable()
      .meta({ description: 'Pieces that the offer, or its next tier, needs' }),
    message: z.string().meta({ description: 'For the buyer, in a language of the store' }),
  })
  .meta({ id: 'QuoteOffer' });

export const quoteWarningSchema = z
  .object({
    code: z.enum(warningCodes),
    lineId: idSchema.nullable().meta({ description: 'The item of the cart; null for a coupon' }),
    variantId: idOf('productVariant').nullable(),
    couponCode: z.string().nullable().meta({ description: 'The coupon; null for an item' }),
    message: z.string(),
    blocking: z.boolean().meta({ description: 'Whether the warning prevents placing the order' }),
  })
  .meta({ id: 'QuoteWarning' });
