import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';
import {
  areAscending,
  DEFAULT_STEPS,
  MAX_STEP_HOURS,
  MAX_STEPS,
  type ReminderStep,
} from './reminder-steps.js';

const steps: z.ZodType<ReminderStep[]> = z
  .array(
    z.strictObject({
      hours: z.int().min(1).max(MAX_STEP_HOURS),
      discountId: z.uuid().toLowerCase().optional(),
    }),
  )
  .min(1)
  .max(MAX_STEPS)
  .refine(areAscending, 'must be in ascending order of `hours`, each once');

export const abandonedCartsSettings = {
  topic: setting('admin', 'email.abandoned_cart_topic', {
    schema: z.union([z.literal(''), z.uuid().toLowerCase()]),
    default: '',
    description:
      'Id of the campaign topic under which buyers are reminded of carts with items; empty for no reminders. Needs the address of the storefront',
  }),
  steps: setting('admin', 'email.abandoned_cart_steps', {
    schema: steps,
    default: DEFAULT_STEPS,
    description:
      'Reminders of a cart, `{ hours, discountId }`: hours after its last change in ascending order, one to five; with a discount the buyer gets a code of it',
  }),
  couponDays: setting('admin', 'email.abandoned_cart_coupon_days', {
    schema: z.int().min(1).max(90),
    default: 7,
    description: 'Days for which a code of a reminder is valid, or until its discount ends',
  }),
  recoveredDays: setting('admin', 'email.abandoned_cart_recovered_days', {
    schema: z.int().min(1).max(90),
    default: 7,
    description: 'Days after a reminder within which an order of the cart counts as recovered',
  }),
} as const;
