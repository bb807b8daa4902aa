import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';

export const ordersSettings = {
  paymentWindowMinutes: setting('admin', 'orders.payment_window_minutes', {
    schema: z
      .int()
      .min(1)
      .max(24 * 60),
    default: 30,
    description: 'How long the items of an unpaid order are held; then it is cancelled',
  }),
  fulfilReminderHours: setting('admin', 'orders.fulfil_reminder_hours', {
    schema: z
      .int()
      .min(0)
      .max(24 * 30),
    default: 48,
    description:
      'A vendor who has not moved a sub-order so many hours after its confirmation is reminded; 0 is off',
  }),
} as const;
