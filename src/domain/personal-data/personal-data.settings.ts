import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';

export const personalDataSettings = {
  waitingDays: setting('admin', 'personal_data.waiting_days', {
    schema: z.int().min(0).max(30),
    default: 7,
    description:
      'Days between the request to delete an account and the deletion, in which the user can cancel it',
  }),
} as const;
