import { z } from 'zod';
import { emailSchema, idOf, moneySchema, wholeNumberText } from '#api/kernel/values.js';
import { localeSchema } from '#domain/mail/mail.settings.js';
import { orderSchema } from '#api/orders/orders.schemas.js';
import { paymentStates } from '#domain/payments/payment.js';

/** As large as an integer of a query may be. */
const MAX_AMOUNT = 999_999_999_999_999;

export const checkoutQuerySchema = z.object({
  platform: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['web', 'app']))
    .default('web'),
  amount: wholeNumberText({ min: 0, max: MAX_AMOUNT, fallback: 0 }).meta({
    description: 'What is to be paid, in subunits; options of providers with a higher minimum are left out',
  }),
});

export const checkoutOptionSchema = z
  .object({
    value: z.string().meta({ description: 'To be sent as `paymentOption`', example: 'razorpay.upi' }),
    label: z.string(),
    description: z.string().optional(),
    iconUrl: z.string().optional(),
    providerId: z.string(),
    method: z.string(),
  })
  .meta({ id: 'CheckoutOption' });

/** The page of the store to which the payment page sends the browser back. */
export const returnUrlSchema = z.url({ protocol: /^https?$/ }).max(2048);

export const placeOrderSchema = z
  .object({
    expectedTotal: moneySchema.meta({
      description: '`totals.grandTotal` of the cart as the buyer saw it; another total is refused',
    }),
    paymentOption: z.string().trim().min(1).max(100).meta({
      description: 'One of the checkout options; `store_credit` where store credit pays all of it',
      example: 'cod',
    }),
    storeCredit: z.int().min(0).max(MAX_AMOUNT).optional().meta({
      description: 'What of the total the buyer pays with store credit; `paymentOption` pays the rest',
      'x-money': true,
    }),
    email: emailSchema.optional().meta({ description: 'Instead of that of the cart or the account' }),
    returnUrl: returnUrlSchema.optional(),
    locale: localeSchema.optional().meta({
      description:
        'Language of the mails about the order; without it that of the account, or of a guest’s browser',
      example: 'hi',
    }),
  })
  .meta({ id: 'PlaceOrder' });

export const paymentActionSchema = z
  .object({
    type: z.enum(['none', 'redirect']),
    url: z.string().optional().meta({ description: 'Where the buyer pays, for `redirect`' }),
  })
  .meta({ id: 'PaymentAction' });

export const placedOrderSchema = z
  .object({
    order: orderSchema,
    payment: z
      .object({
        id: idOf('order'),
        providerId: z.string(),
        status: z.enum(paymentStates),
        action: paymentActionSchema,
      })
      .meta({ id: 'StartedPayment' }),
  })
  .meta({ id: 'PlacedOrder' });
