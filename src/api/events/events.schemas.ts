import { z } from 'zod';
import { idOf, instantInputSchema, instantSchema } from '#api/kernel/values.js';
import { issueOf } from '#domain/_shared/issue-codes.js';
import type { WaitingSelection } from '#domain/events/waiting-delivery.js';

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

const text = z.string().min(1).max(255);

/** Which deliveries a request retries or drops. */
export const deliverySelectionSchema = z
  .strictObject({
    deliveries: z
      .array(z.object({ eventId: idOf('outboxEvent'), subscription: z.string().min(1).max(100) }))
      .min(1)
      .max(200)
      .optional(),
    filter: z
      .strictObject({
        state: z.enum(['due', 'parked']),
        subscription: text.optional(),
        type: text.optional().meta({ example: 'invoice.requested' }),
        entityId: text.optional(),
        createdBefore: instantInputSchema.optional().meta({ description: 'Exclusive; of the event' }),
      })
      .optional()
      .meta({ description: 'All deliveries that match, the oldest 1,000 in one request' }),
  })
  .transform(({ deliveries, filter }, context): WaitingSelection => {
    if (deliveries && !filter) return { keys: deliveries };
    if (filter && !deliveries) {
      const { createdBefore, ...rest } = filter;
      return { filter: { ...rest, createdBefore: createdBefore ? new Date(createdBefore) : undefined } };
    }
    context.addIssue(issueOf('invalid_value', 'needs either `deliveries` or `filter`', ['deliveries']));
    return z.NEVER;
  });

export const deliveryCountSchema = z
  .object({
    count: z
      .int()
      .meta({ description: 'Deliveries that were changed; those that wait no more are left out' }),
    hasMore: z.boolean().meta({ description: 'Whether more may match: send the request again' }),
  })
  .meta({ id: 'DeliveryCount' });
