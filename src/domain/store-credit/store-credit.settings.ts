import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';

export const storeCreditSettings = {
  enabled: setting('admin', 'store_credit.enabled', {
    schema: z.boolean(),
    default: false,
    description:
      'Whether buyers pay with store credit and choose it for refunds. Switched off, balances stay, and refunds of orders that were paid with it still return to it',
  }),
} as const;
