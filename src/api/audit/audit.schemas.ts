import { z } from 'zod';
import { instantSchema, jsonValueSchema } from '#api/kernel/values.js';

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
    before: jsonValueSchema,
    after: jsonValueSchema,
    createdAt: instantSchema,
  })
  .meta({ id: 'AuditEntry' });
