import { z } from 'zod';
import { addressAnswerSchema, addressSchema } from '#api/kernel/address.js';
import { emailSchema, idSchema, instantSchema, moneySchema, textSchema } from '#api/kernel/values.js';
import {
  quoteCouponSchema,
  quoteGroupSchema,
  quoteLineSchema,
  quoteTotalsSchema,
  quoteWarningSchema,
} from '#api/checkout/quote.schemas.js';
import { MAX_CART_QUANTITY } from '#domain/carts/cart.js';

const quantitySchema = z.int().min(1).max(MAX_CART_QUANTITY);

export const addCartItemSchema = z
  .object({ variantId: idSchema, quantity: quantitySchema.default(1) })
  .meta({ id: 'AddCartItem' });

export const changeCartItemSchema = z.object({ quantity: quantitySchema }).meta({ id: 'ChangeCartItem' });

export const cartAddressesSchema = z
  .object({
    email: emailSchema
      .optional()
      .meta({ description: 'Where mails about the order go; guests must give one' }),
    shippingAddress: addressSchema.optional(),
    billingAddress: addressSchema
      .optional()
      .meta({ description: 'Without one the shipping address is used for both' }),
  })
  .meta({ id: 'CartAddresses' });

export const addCouponSchema = z
  .object({
    code: textSchema(50).trim().min(1).meta({ description: 'Read in capitals', example: 'DIWALI10' }),
  })
  .meta({ id: 'AddCoupon' });

export const couponCodeParam = z.string().max(255);

export const suggestedCouponSchema = z
  .object({
    code: z.string(),
    name: z.string(),
    amount: moneySchema.meta({ description: 'What it would take off the items, in subunits' }),
    waivedShipping: moneySchema.meta({ description: 'Shipping that it would waive, in subunits' }),
  })
  .meta({ id: 'SuggestedCoupon' });

/** A cart with its whole quote. */
export const cartSchema = z
  .object({
    id: idSchema,
    status: z.enum(['open', 'ordered', 'merged']),
    email: z.string().nullable(),
    shippingAddress: addressAnswerSchema.nullable(),
    billingAddress: addressAnswerSchema.nullable(),
    orderId: idSchema.nullable(),
    currency: z.string(),
    pricesIncludeTax: z.boolean(),
    lines: z.array(quoteLineSchema),
    groups: z.array(quoteGroupSchema),
    coupons: z.array(quoteCouponSchema),
    totals: quoteTotalsSchema,
    warnings: z.array(quoteWarningSchema),
    canPlaceOrder: z.boolean().meta({ description: 'Something is in it, and no warning is blocking' }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Cart' });
