import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { z } from 'zod';
import { addressResponseSchema, addressSchema } from '#api/kernel/address.js';
import { codeTextSchema, emailSchema, idOf, instantSchema, moneySchema } from '#api/kernel/values.js';
import {
  quoteCouponSchema,
  quoteGroupSchema,
  quoteLineSchema,
  quoteOfferSchema,
  quoteTotalsSchema,
  quoteWarningSchema,
} from '#api/checkout/quote.schemas.js';
import { MAX_CART_QUANTITY } from '#domain/carts/cart.js';

const quantitySchema = z.int().min(1).max(MAX_CART_QUANTITY);

export const addCartItemSchema = z
  .object({ variantId: idOf('productVariant'), quantity: quantitySchema.default(1) })
  .meta({ id: 'AddCartItem' });

export const changeCartItemSchema = z.object({ quantity: quantitySchema }).meta({ id: 'ChangeCartItem' });

export const cartAddressesSchema = z
  .object({
    email: emailSchema
      .optional()
      .meta({ description: 'Recipient of mails about the order; required for guests' }),
    shippingAddress: addressSchema.optional(),
    billingAddress: addressSchema.optional().meta({
      description:
        'Without one the shipping address is used for both. A GSTIN must be of the state of the billing address; where that is not the state of the delivery, it is the place of supply',
    }),
    shippingAddressId: idOf('savedAddress')
      .optional()
      .meta({ description: 'A saved address of the buyer, copied; instead of `shippingAddress`' }),
    billingAddressId: idOf('savedAddress')
      .optional()
      .meta({ description: 'A saved address of the buyer, copied; instead of `billingAddress`' }),
  })
  .meta({ id: 'CartAddresses' });

export const addCouponSchema = z
  .object({
    code: codeTextSchema(50).min(1).meta({ description: 'Case-insensitive', example: 'DIWALI10' }),
  })
  .meta({ id: 'AddCoupon' });

export const emailCodeSchema = z
  .object({
    code: z
      .string()
      .trim()
      .overwrite(asciiDigits)
      .regex(/^\d{6}$/, 'must be six digits')
      .meta({ example: '402817' }),
  })
  .meta({ id: 'CartEmailCode' });

export const emailCodeSentSchema = z
  .object({ sentTo: z.string().meta({ description: 'The e-mail address of the cart' }) })
  .meta({ id: 'CartEmailCodeSent' });

export const couponCodeParam = z.string().max(255);

export const suggestedCouponSchema = z
  .object({
    code: z.string(),
    name: z.string(),
    amount: moneySchema.meta({ description: 'Discount on the items, in subunits' }),
    waivedShipping: moneySchema.meta({ description: 'Waived shipping, in subunits' }),
  })
  .meta({ id: 'SuggestedCoupon' });

/** A cart with its whole quote. */
export const cartSchema = z
  .object({
    id: idOf('cart'),
    status: z.enum(['open', 'ordered', 'merged']),
    email: z.string().nullable(),
    emailConfirmed: z.boolean().meta({ description: 'Whether a code has proven that e-mail address' }),
    shippingAddress: addressResponseSchema.nullable(),
    billingAddress: addressResponseSchema.nullable(),
    orderId: idOf('order').nullable(),
    currency: z.string(),
    pricesIncludeTax: z.boolean(),
    placeOfSupply: z.string().nullable().meta({
      description:
        'GST code of the state of supply: that of the billing GSTIN, else of the delivery. Null while no address is set, and for goods that leave India',
      example: '27',
    }),
    lines: z.array(quoteLineSchema),
    groups: z.array(quoteGroupSchema),
    coupons: z.array(quoteCouponSchema),
    offers: z
      .array(quoteOfferSchema)
      .optional()
      .meta({ description: 'Missing while there are no automatic offers' }),
    totals: quoteTotalsSchema,
    warnings: z.array(quoteWarningSchema),
    canPlaceOrder: z.boolean().meta({ description: 'The cart is not empty and has no blocking warning' }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Cart' });
