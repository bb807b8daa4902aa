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
  .array(z.strictObject({ hours: z.int().min(1).max(MAX_STEP_HOURS) }))
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
    description: 'Reminders of a cart, `{ hours }` after its last change; one to five in ascending order',
  }),
} as const;
