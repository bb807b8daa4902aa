import { z } from 'zod';
import { idOf, instantSchema, iso } from '#api/kernel/values.js';
import type { MediaFile } from '#domain/media/media-file.js';

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

export function mediaFileResponse({ vendorId: _vendorId, createdAt, ...file }: MediaFile & { url: string }) {
  return { ...file, createdAt: iso(createdAt) };
}
