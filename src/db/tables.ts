import type { Knex } from 'knex';
import type { RowOf } from '#domain/_shared/columns.js';
import { featureTables } from './feature-tables.js';
import { kernelTables } from './kernel/columns.js';

/** The columns of every table, by its name. `test/architecture/columns.test.ts` holds them to the database. */
export const tables = { ...kernelTables, ...featureTables };

/** What a row of each table is when it is read. */
export type Rows = { [Table in keyof typeof tables]: RowOf<(typeof tables)[Table]> };

/** Reads are typed; what is written is checked by the database, which takes more than it gives (JSON as text, SQL). */
type Stored = { [Table in keyof Rows]: Knex.CompositeTableType<Rows[Table], object, object, object> };

declare module 'knex/types/tables.js' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- a declaration of the library is extended by an interface alone
  interface Tables extends Stored {}
}
