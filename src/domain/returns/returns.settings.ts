import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';

export const returnsSettings = {
  windowDays: setting('admin', 'returns.window_days', {
    schema: z.int().min(0).max(365),
    default: 7,
    description: 'Days from delivery within which a buyer can request a return',
  }),
  receiveOnArrival: setting('admin', 'returns.receive_on_arrival', {
    schema: z.boolean(),
    default: false,
    description:
      'The courier’s report that a return arrived receives it: its pieces go back on hand, and the refund is requested',
  }),
} as const;
