import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';

interface StoredTable {
  table: string;
  rows: string[];
}

const CHUNK = 2_000;

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows of every table, compressed. Tables of collections of the search index are left out: they are derived. */
export function dumpRows(url: string): Promise<Buffer> {
  return connected(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
         and relname !~ '^(schema_migrations|search_docs_|search_words_)' order by relname`,
    );
    const stored: StoredTable[] = [];
    for (const { name } of tables) {
      // As Postgres writes a row: JSON would not tell a null in a jsonb column from an empty one.
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from "${name}" t order by t::text`,
      );
      if (rows.length > 0) stored.push({ table: name, rows: rows.map(({ row }) => row) });
    }
    return gzipSync(JSON.stringify(stored), { level: 9 });
  });
}

/** Replaces the rows of a database by stored ones, with triggers and foreign keys off: all of it was valid together. */
export function loadRows(url: string, dump: Buffer): Promise<void> {
  const stored = JSON.parse(gunzipSync(dump).toString()) as StoredTable[];
  return connected(url, async (client) => {
    await client.query(`begin; set local session_replication_role = replica`);
    for (const { table, rows } of stored) {
      await client.query(`delete from "${table}"`);
      for (let at = 0; at < rows.length; at += CHUNK)
        await client.query(
          `insert into "${table}" overriding system value select (row::"${table}").* from unnest($1::text[]) row`,
          [rows.slice(at, at + CHUNK)],
        );
    }
    const { rows: identities } = await client.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and a.attidentity <> ''`,
    );
    for (const { table, column } of identities)
      await client.query(
        `select setval(pg_get_serial_sequence('"${table}"', '${column}'), coalesce(max("${column}"), 0) + 1, false) from "${table}"`,
      );
    await client.query('commit');
  });
}
