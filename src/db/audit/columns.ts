import { instant, jsonOf, nullable, text, uuid } from '#domain/_shared/columns.js';

/** The columns of the tables of this feature. */
export const auditTables = {
  audit_entries: {
    id: uuid,
    actorType: text,
    actorId: text,
    requestId: text,
    entity: text,
    entityId: text,
    action: text,
    key: nullable(text),
    vendorId: nullable(uuid),
    before: nullable(jsonOf<unknown>()),
    after: nullable(jsonOf<unknown>()),
    createdAt: instant,
  },
};
