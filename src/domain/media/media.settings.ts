import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';

export const mediaSettings = {
  vendorQuotaMegabytes: setting('admin', 'media.vendor_quota_megabytes', {
    schema: z.int().min(1).max(10_000_000),
    default: 5 * 1024,
    description: 'Megabytes (1,048,576 bytes) of uploaded images that one vendor may keep',
  }),
} as const;
