import { jsonOf, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { PersonalTable } from '#db/kernel/personal-data.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

/** Whose rows: `userId` is null for a guest; `email` is verified and in lower case, else null. */
const personColumns = { userId: nullable(uuid), email: nullable(text) };
export type Person = RowOf<typeof personColumns>;

/** One row of a file, its columns as the table names them. */
export type PersonalRow = Readonly<Record<string, unknown>>;

/** The account of a user as declarations find its rows; undefined once it is gone. */
export async function readPerson(
  reader: Reader,
  userId: string,
): Promise<(Person & { name: string; address: string; locale: string | null }) | undefined> {
  const rows = await query(reader, { ...personColumns, name: text, address: text, locale: nullable(text) })(
    `select id as user_id, case when email_verified then lower(email) end as email, email as address, name, locale
     from accounts_users where id = ? and not is_anonymous`,
    [userId],
  );
  return rows[0];
}

/**
 * Pages of the rows of one table, by its key, so that the memory used does not depend on their number.
 * @param limit rows of a page
 */
export async function* personalRows(
  knex: Knex,
  { table, rows, key, file }: PersonalTable,
  person: Person,
  limit: number,
): AsyncGenerator<PersonalRow[]> {
  const keys = key.map((column) => `r.${column}`).join(', ');
  const shown = file.map((column) => `'${column}', r.${column}`).join(', ');
  let after: unknown[] | undefined;
  for (;;) {
    const from = after ? `and (${keys}) > (${key.map((_, at) => `:after${at}`).join(', ')})` : '';
    const bindings = {
      ...person,
      ...Object.fromEntries((after ?? []).map((value, at) => [`after${at}`, value])),
    };
    const page = await query(knex, { shown: jsonOf<PersonalRow>(), at: jsonOf<unknown[]>() })(
      `select jsonb_build_object(${shown}) as shown, jsonb_build_array(${keys}) as at
       from ${table} r where (${rows}) ${from} order by ${keys} limit ${limit}`,
      bindings,
    );
    if (page.length > 0) yield page.map((row) => row.shown);
    if (page.length < limit) return;
    after = page.at(-1)?.at;
  }
}
