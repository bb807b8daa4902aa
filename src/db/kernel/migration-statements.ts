import { createHash } from 'node:crypto';
import knexModule, { type Knex } from 'knex';

export interface Statement {
  sql: string;
  bindings: readonly Knex.RawBinding[];
}

interface Query {
  sql?: string;
  bindings?: readonly Knex.RawBinding[];
  response?: unknown;
}

/**
 * What a migration does, statement by statement, found without a database: the library builds each statement as always, and every
 * one of them "returns" no rows. A migration that cannot go on without rows ends where it needs them.
 */
export async function statementsOf(step: (knex: Knex) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const knex = knexModule({ client: 'pg' });
  Object.assign(knex.client as object, {
    acquireConnection: async () => ({}),
    releaseConnection: async () => undefined,
    _query: async (_connection: unknown, query: Query) => {
      if (query.sql) statements.push({ sql: query.sql, bindings: query.bindings ?? [] });
      return { ...query, response: { rows: [], rowCount: 0, fields: [] } };
    },
  });
  // What it sent before it met a missing row is what it does to an empty database.
  await step(knex).catch(() => undefined);
  return statements;
}

/** Layout and comments say nothing about what a statement does. */
const normalised = (sql: string): string =>
  sql
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),;]) ?/g, '$1')
    .replaceAll(/^[ ;]+|[ ;]+$/g, '');

/**
 * The SHA-256 of what a migration does: of its statements, without their layout, their comments and the values bound to them (an id
 * that is generated differs each time). The file is no measure: a formatter lays it out anew and the build compiles it, and neither
 * changes a database.
 */
export const hashOfStatements = (statements: readonly Statement[]): string =>
  createHash('sha256')
    .update(statements.map(({ sql }) => normalised(sql)).join(';\n'))
    .digest('hex');
