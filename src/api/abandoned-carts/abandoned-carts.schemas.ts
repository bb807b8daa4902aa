import { z } from 'zod';
import { moneySchema, wholeNumberText } from '#api/kernel/values.js';
import { reminderStates } from '#domain/abandoned-carts/reminder-steps.js';

export const restoreCartSchema = z
  .object({
    token: z.string().min(1).max(500).meta({ description: 'The `token` of the link in a reminder' }),
  })
  .meta({ id: 'RestoreCartRequest' });

export const recoveredCartsQuery = z.object({
  days: wholeNumberText({ min: 1, max: 365, fallback: 30 }).meta({
    description: 'Reminders of so many days',
  }),
});

const figures = {
  sent: z.int().meta({ description: 'Reminders' }),
  opened: z.int().meta({ description: 'Reminders whose link restored the cart' }),
  orders: z.int().meta({ description: 'Confirmed orders; each counts for the last reminder before it' }),
  revenue: moneySchema,
};

export const recoveredCartsSchema = z
  .object({
    state: z.enum(reminderStates).meta({
      description:
        'Whether reminders are sent at this moment: `no_topic` when their topic does not exist or is archived, `no_storefront` ' +
        'when the storefront has no address',
    }),
    reminderHours: z.array(z.int()).meta({
      description: 'Hours after the last change of a cart, of each step as it is set at this moment',
    }),
    days: z.int().meta({ description: 'Reminders of so many days, until now' }),
    currency: z.string(),
    orderDays: z.int().meta({ description: 'Days after a reminder within which an order counts' }),
    ...figures,
    steps: z.array(z.object({ step: z.int(), ...figures })),
  })
  .meta({ id: 'RecoveredCarts' });
