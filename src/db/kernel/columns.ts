import { instant, integer, jsonOf, nullable, text, uuid } from '#domain/_shared/columns.js';

/** What a table of derived rows has beside its key (`derived-rows.ts`). */
export const derivedColumns = {
  requestedRev: integer,
  doneRev: integer,
  requestedAt: instant,
  doneAt: nullable(instant),
  dueAt: nullable(instant),
  retryAt: nullable(instant),
  leasedUntil: nullable(instant),
  leaseId: nullable(uuid),
  attempts: integer,
  lastError: nullable(text),
};

/** The columns of the tables of the kernel. */
export const kernelTables = {
  content_revisions: { name: text, revision: integer },
  idempotency_keys: {
    principal: text,
    operation: text,
    key: text,
    bodyHash: text,
    response: nullable(jsonOf<unknown>()),
    createdAt: instant,
    expiresAt: instant,
  },
  rate_limits: { key: text, points: integer, expire: nullable(integer) },
};
