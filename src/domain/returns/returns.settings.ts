import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';

export const returnsSettings = {
  windowDays: setting('admin', 'returns.window_days', {
    schema: z.int().min(0).max(365),
    default: 7,
    description: 'Days from delivery within which a buyer can request a return',
  }),
} as const;
