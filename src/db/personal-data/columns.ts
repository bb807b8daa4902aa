import {
  boolean,
  instant,
  integer,
  jsonOf,
  nullable,
  text,
  textOf,
  texts,
  uuid,
} from '#domain/_shared/columns.js';
import { personalExportColumns } from '#domain/personal-data/personal-data-export.js';

/** The columns of the tables of this feature. */
export const personalDataTables = {
  personal_data_erasures: {
    id: uuid,
    userId: nullable(uuid),
    email: nullable(text),
    status: textOf<'scheduled' | 'erasing' | 'erased' | 'cancelled'>(),
    forfeitStoreCredit: boolean,
    actor: jsonOf<unknown>(),
    dueAt: instant,
    blockedBy: texts,
    tablesDone: texts,
    rowsDone: integer,
    createdAt: instant,
    updatedAt: instant,
    startedAt: nullable(instant),
    endedAt: nullable(instant),
  },
  personal_data_exports: { ...personalExportColumns, attempt: integer, updatedAt: instant },
};
