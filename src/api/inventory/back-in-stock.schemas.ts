import { z } from 'zod';
import { emailSchema, idOf, instantSchema } from '#api/kernel/values.js';

export const notifyMeSchema = z
  .object({
    email: emailSchema
      .optional()
      .meta({ description: 'Required for guests; that of the account when it is left out' }),
  })
  .meta({ id: 'NotifyMe' });

export const backInStockRequestSchema = z
  .object({
    variantId: idOf('productVariant'),
    email: z.string().meta({ format: 'email' }),
    expiresAt: instantSchema.meta({ description: 'Without a restock until then the request ends' }),
  })
  .meta({ id: 'BackInStockRequest' });
