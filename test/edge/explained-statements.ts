import pg from 'pg';
import type { Container } from '#runtime/container.js';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

export interface Explained {
  sql: string;
  /** Counts the matches of a list: read once in five seconds for a filter. */
  isCount: boolean;
  buffers: number;
  ms: number;
  plan: unknown;
  /** Tables that were read from their beginning on, each with the rows that were read. */
  scanned: { table: string; rows: number }[];
}

export interface StatementLog {
  /** What `work` sends, each run once more with its plan. */
  explain(work: () => Promise<unknown>): Promise<Explained[]>;
  end(): Promise<void>;
}

const COUNT = /^select count\(\*\) as "total"/;

/** Runs the statements that the container sends once more, to read their plans. */
export async function logStatements({ knex, config }: Container): Promise<StatementLog> {
  const client = new pg.Client({ connectionString: config.DATABASE_URL });
  await client.connect();
  await client.query(`set statement_timeout = '20s'; set jit = off; set max_parallel_workers_per_gather = 0`);
  let sent: { sql: string; bindings: unknown[] }[] = [];
  const note = (query: { sql: string; bindings?: unknown[] }) =>
    sent.push({ sql: query.sql, bindings: query.bindings ?? [] });
  knex.on('query', note);

  return {
    async explain(work) {
      sent = [];
      await work();
      const statements = sent.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
      const explained: Explained[] = [];
      for (const { sql, bindings } of statements) {
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>(
          `explain (analyze, buffers, format json) ${sql}`,
          bindings,
        );
        const [explanation] = rows[0]?.['QUERY PLAN'] ?? [];
        if (!explanation) continue;
        const { Plan: plan } = explanation;
        explained.push({
          sql,
          plan,
          isCount: COUNT.test(sql.trim()),
          buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
          ms: Math.round(explanation['Execution Time'] * 10) / 10,
          scanned: scannedBy(plan),
        });
      }
      return explained;
    },
    async end() {
      knex.removeListener('query', note);
      await client.end();
    },
  };
}

function scannedBy(plan: Plan): { table: string; rows: number }[] {
  const below = (plan.Plans ?? []).flatMap(scannedBy);
  const table = plan['Relation Name'];
  if (plan['Node Type'] !== 'Seq Scan' || table === undefined) return below;
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return [{ table, rows }, ...below];
}
