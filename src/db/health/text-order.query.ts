import { expectRow } from '#db/kernel/expect-row.js';
import { boolean, nullable, type RowOf, text, texts } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

const textOrderColumns = {
  /** Of ICU's root order: the version that the indexes were made with, and that of the library now; equal where nothing changed. */
  recorded: nullable(text),
  actual: nullable(text),
  /** Indexes that are ordered by it. */
  indexes: texts,
  /** Whether trigrams are made of letters of India, which a database with the character type C does not take for letters. */
  seesLetters: boolean,
};
export type TextOrder = RowOf<typeof textOrderColumns>;

/** How this database orders and takes apart what people write. */
export async function readTextOrder(knex: Knex): Promise<TextOrder> {
  return expectRow(
    await query(
      knex,
      textOrderColumns,
    )(
      `select c.collversion as recorded, pg_collation_actual_version(c.oid) as actual,
         array(select i.indexrelid::regclass::text from pg_index i where c.oid = any(i.indcollation) order by 1) as indexes,
         cardinality(show_trgm('नमक')) > 0 as "seesLetters"
       from pg_collation c where c.collname = 'und-x-icu'`,
    ),
  );
}
