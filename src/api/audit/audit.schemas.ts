import { z } from 'zod';
import { instantSchema } from '#api/kernel/values.js';

export const auditEntrySchema = z
  .object({
    id: z.string(),
    actorType: z.string(),
    actorId: z.string(),
    requestId: z.string(),
    entity: z.string(),
    entityId: z.string(),
    action: z.string(),
    key: z.string().nullable(),
    vendorId: z.string().nullable(),
    before: z.json(),
    after: z.json(),
    createdAt: instantSchema,
  })
  .meta({ id: 'AuditEntry' });
