import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';

export const boughtTogetherSettings = {
  enabled: setting('store', 'fbt.enabled', {
    schema: z.boolean(),
    default: true,
    description: 'Whether storefronts show products that are frequently bought together',
  }),
} as const;
