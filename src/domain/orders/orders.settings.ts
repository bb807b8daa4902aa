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
} as const;
