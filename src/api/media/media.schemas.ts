import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, instantSchema, iso } from '#api/kernel/values.js';
import type { ServedMedia } from './media.service.js';

export const mediaFileSchema = z
  .object({
    id: idOf('media'),
    key: z.string().meta({ description: 'Storage key, as products and pages refer to it' }),
    url: z.string(),
    fileName: z.string(),
    contentType: z.string(),
    size: z.int().meta({ description: 'Bytes' }),
    width: z.int().meta({ description: 'Pixels' }),
    height: z.int().meta({ description: 'Pixels' }),
    createdAt: instantSchema,
  })
  .meta({ id: 'MediaFile' });

export function mediaFileResponse({ vendorId: _vendorId, createdAt, ...file }: ServedMedia) {
  return { ...file, createdAt: iso(createdAt) };
}

const images = {
  filters: { size: 'number', createdAt: 'date' },
  sort: ['createdAt', 'size', 'fileName'],
} as const;

/** `unused`: only images older than 30 days that no row names. */
export const mediaListQuery = listQuerySchema({ ...images, params: { unused: 'boolean' } });
export const adminMediaListQuery = listQuerySchema({
  ...images,
  params: { unused: 'boolean', vendorId: 'id' },
});
