import { z } from 'zod';
import { placeOrderSchema } from '#api/checkout/checkout.schemas.js';

export const payOrderSchema = z
  .object({
    paymentOption: placeOrderSchema.shape.paymentOption
      .optional()
      .meta({ description: 'A payment option other than the last chosen one' }),
    returnUrl: placeOrderSchema.shape.returnUrl,
  })
  .meta({ id: 'PayOrder' });

export const webhookResponseSchema = z
  .object({ received: z.literal(true), duplicate: z.boolean() })
  .meta({ id: 'PaymentWebhookResponse' });

/** What a provider's id looks like; whether there is such a provider is for the service to say. */
export const providerIdSchema = z.string().regex(/^[a-z0-9_-]{1,50}$/);
