import type pg from 'pg';

/** Statements of one connection, with the functions that clones are made with. */
export interface CloneSession {
  run(sql: string, values?: unknown[]): Promise<number>;
  row<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row>;
  transaction(work: () => Promise<void>): Promise<void>;
  /**
   * `insert into table` of its own rows under `t`, each column as it is or as `changed` says in SQL; `from` joins what
   * the expressions need. Columns that a later migration adds are cloned as they are.
   * @returns the statement, without `returning`
   */
  cloneStatement(table: string, from: string, changed: Record<string, string>): Promise<string>;
}

/** Before the ids of everything that a person adds later, and behind those of the rows that are cloned. */
const FIRST_MS = Date.UTC(2025, 0, 1);

/** Letters of order numbers. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An odd factor spreads numbers over the forty bits of an order number, two of them never to the same place. */
const SPREAD = 669_241_583_461n;

const letters = Array.from(
  { length: 8 },
  (_, place) => `substr('${ALPHABET}', ((n >> ${place * 5}) & 31)::integer + 1, 1)`,
).join(' || ');

/**
 * `clone_id(id, copy)` is the id of a row's copy, beside the other ids of that copy; `clone_id_at` stands where its
 * instant puts it, so that logs read by id are read by time. What tells originals apart is in the middle of their ids.
 */
const functions = (anchor: Date) => `
  create function pg_temp.clone_id(id uuid, copy integer, place bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex(${FIRST_MS} + place), 12, '0') || substr(replace(id::text, '-', ''), 13, 12)
      || lpad(to_hex(copy), 8, '0'))::uuid $$;
  create function pg_temp.clone_id(id uuid, copy integer) returns uuid language sql immutable as $$
    select pg_temp.clone_id(id, copy, copy::bigint) $$;
  create function pg_temp.clone_id_at(id uuid, copy integer, at timestamptz) returns uuid language sql stable as $$
    select pg_temp.clone_id(id, copy, extract(epoch from at - '${anchor.toISOString()}'::timestamptz)::bigint) $$;
  create function pg_temp.clone_order_number(place bigint) returns text language sql immutable as $$
    select 'HT-' || (select ${letters} from (select ((place * ${SPREAD}::numeric) % 1099511627776)::bigint as n) as spread) $$;
`;

/** @param anchor an instant before everything that is cloned, the same for the same day */
export async function openCloneSession(client: pg.Client, anchor: Date): Promise<CloneSession> {
  await client.query(functions(anchor));
  const columnsOf = new Map<string, string[]>();

  async function columns(table: string): Promise<string[]> {
    const known = columnsOf.get(table);
    if (known) return known;
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'
       order by ordinal_position`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    columnsOf.set(table, names);
    return names;
  }

  return {
    async run(sql, values) {
      return (await client.query(sql, values)).rowCount ?? 0;
    },
    async row<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) {
      const [row] = (await client.query<Row>(sql, values)).rows;
      if (!row) throw new Error(`Nothing came of ${sql}`);
      return row;
    },
    async transaction(work) {
      await client.query('begin');
      try {
        await work();
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    },
    async cloneStatement(table, from, changed) {
      const names = await columns(table);
      const unknown = Object.keys(changed).filter((name) => !names.includes(name));
      if (unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(', ')}`);
      const list = names.map((name) => `"${name}"`).join(', ');
      const values = names.map((name) => changed[name] ?? `t."${name}"`).join(', ');
      return `insert into ${table} (${list}) select ${values} from ${table} t ${from}`;
    },
  };
}
