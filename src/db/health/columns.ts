import { instant, jsonOf, nullable, text, texts, uuid } from '#domain/_shared/columns.js';

/** The columns of the tables of this feature. */
export const healthTables = {
  health_processes: {
    id: uuid,
    name: text,
    roles: texts,
    findings: jsonOf<unknown>(),
    seenAt: instant,
    stoppedAt: nullable(instant),
  },
};
