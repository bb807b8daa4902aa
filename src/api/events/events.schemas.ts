import { z } from 'zod';
import { instantSchema } from '#api/kernel/values.js';

export const deliverySchema = z
  .object({
    eventId: z.string(),
    subscription: z.string(),
    type: z.string().meta({ example: 'invoice.requested' }),
    entityId: z.string(),
    state: z.enum(['due', 'delivered', 'parked']),
    attempts: z.int(),
    nextAttemptAt: instantSchema,
    lastError: z.string().nullable(),
    deliveredAt: instantSchema.nullable(),
    createdAt: instantSchema,
  })
  .meta({ id: 'EventDelivery' });
