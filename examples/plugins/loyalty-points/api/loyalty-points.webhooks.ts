import { idSchema, type WebhookEvent, webhookEvent, z } from 'haat/plugin';
import { loyaltyPointsEvents } from '../domain/loyalty-points.events.js';

/** The coupon's code stays with its buyer: who may read webhooks need not be able to spend it. */
const schema = z.object({ userId: idSchema, points: z.int() });

export const loyaltyPointsWebhooks: readonly WebhookEvent[] = [
  webhookEvent(loyaltyPointsEvents.spent, {
    admin: {
      schema,
      example: { userId: '0199c0de-7e5c-7000-8000-000000000016', points: 250 },
      link: ({ payload }) => `/admin/loyalty-points/${payload.userId}`,
      permission: 'loyaltyPoints:read',
      data: (_reader, { payload: { userId, points } }) => Promise.resolve({ userId, points }),
    },
  }),
];
