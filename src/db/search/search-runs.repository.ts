import { integer, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { RunState, SearchRun } from '#domain/search/search-run.js';

const columns = [
  'id',
  'vendorId',
  'batchSize',
  'state',
  'builds',
  'cursor',
  'indexed',
  'failed',
  'total',
  'error',
  'startedAt',
  'finishedAt',
  'createdAt',
];
const open: RunState[] = ['pending', 'running'];
/** Before all others. */
const NO_ID = `'00000000-0000-0000-0000-000000000000'`;

/** The products that a run goes over. */
function inScope(vendorId: string | null): { sql: string; bindings: string[] } {
  return vendorId === null
    ? { sql: 'deleted_at is null', bindings: [] }
    : { sql: 'deleted_at is null and vendor_id = ?::uuid', bindings: [vendorId] };
}

export interface NewSearchRun {
  id: string;
  vendorId: string | null;
  batchSize: number;
  builds: string | null;
  actor: Actor;
  now: Date;
}

export function createSearchRunsRepository(knex: Knex) {
  const scopeOf = (builder: Knex.QueryBuilder, vendorId: string | null) =>
    vendorId === null ? builder.whereNull('vendorId') : builder.where({ vendorId });

  return {
    /** False where the scope has an open run already. */
    async insert(tx: Tx, { actor, now, ...row }: NewSearchRun): Promise<boolean> {
      const rows: unknown[] = await tx('search_runs')
        .insert({ ...row, actor: JSON.stringify(actor), createdAt: now, updatedAt: now })
        .onConflict()
        .ignore()
        .returning('id');
      return rows.length > 0;
    },

    async findOpen(reader: Reader, vendorId: string | null): Promise<SearchRun | undefined> {
      return await scopeOf(reader('search_runs').whereIn('state', open), vendorId).first(columns);
    },

    async find(id: string): Promise<SearchRun | undefined> {
      return await knex('search_runs').where({ id }).first(columns);
    },

    /** Has an open run begin again, for a collection that was not there when it began. */
    async restart(tx: Tx, id: string, builds: string, now: Date): Promise<void> {
      await tx('search_runs')
        .where({ id })
        .whereIn('state', open)
        .update({ builds, cursor: null, indexed: 0, failed: 0, updatedAt: now });
    },

    /** Marks a run as running and counts what is before it; undefined when it has ended. */
    async begin(tx: Tx, id: string, now: Date): Promise<SearchRun | undefined> {
      const run = (await tx('search_runs')
        .where({ id })
        .whereIn('state', open)
        .forUpdate()
        .first(columns)) as SearchRun | undefined;
      if (!run || run.state === 'running') return run;
      const scope = inScope(run.vendorId);
      const rows = await query(tx, { total: integer })(
        `select count(*) as total from products where ${scope.sql}`,
        scope.bindings,
      );
      const changes = { state: 'running' as const, startedAt: now, total: rows[0]?.total ?? 0 };
      await tx('search_runs')
        .where({ id })
        .update({ ...changes, updatedAt: now });
      return { ...run, ...changes };
    },

    /** The next products of a run, in the order of their ids. */
    async nextProducts({ vendorId, cursor, batchSize }: SearchRun): Promise<string[]> {
      const scope = inScope(vendorId);
      const rows = await query(knex, { id: uuid })(
        `select id from products where ${scope.sql}
           and id > coalesce(?::uuid, ${NO_ID}) order by id limit ?`,
        [...scope.bindings, cursor, batchSize],
      );
      return rows.map(({ id }) => id);
    },

    /**
     * The last product of each of the next batches, with how many products there are up to it.
     * @param limit batches
     */
    async endsOfBatches(
      { vendorId, cursor, batchSize }: SearchRun,
      limit: number,
    ): Promise<{ id: string; n: number }[]> {
      const scope = inScope(vendorId);
      const rows = await query(knex, { id: uuid, n: integer })(
        `select id, n from (
           select id, row_number() over (order by id) as n, lead(id) over (order by id) is null as last from (
             select id from products where ${scope.sql} and id > coalesce(?::uuid, ${NO_ID}) order by id limit ?
           ) next
         ) numbered where last or n % ? = 0 order by id`,
        [...scope.bindings, cursor, batchSize * limit, batchSize],
      );
      return rows.map(({ id, n }) => ({ id, n: Number(n) }));
    },

    /** The products of a run behind one of them and up to another, in the order of their ids. */
    async productsBetween(id: string, after: string | null, upTo: string): Promise<string[]> {
      const rows = await query(knex, { id: uuid })(
        `select p.id from products p join search_runs r on r.id = ?
         where p.deleted_at is null and (r.vendor_id is null or p.vendor_id = r.vendor_id)
           and p.id > coalesce(?::uuid, ${NO_ID}) and p.id <= ?::uuid
         order by p.id`,
        [id, after, upTo],
      );
      return rows.map((row) => row.id);
    },

    /** Of these products, those that are gone. */
    async goneOf(productIds: readonly string[]): Promise<string[]> {
      const rows = await query(knex, { id: uuid })(
        `select id from unnest(?::uuid[]) as given(id)
         where not exists (select from products p where p.id = given.id and p.deleted_at is null)`,
        [[...productIds]],
      );
      return rows.map(({ id }) => id);
    },

    /** Moves the checkpoint behind a batch. Undefined where the run has ended, or somebody else has gone on with it. */
    async advance(
      tx: Tx,
      run: Pick<SearchRun, 'id' | 'cursor'>,
      batch: { cursor: string; indexed: number; failed: number },
      now: Date,
    ): Promise<SearchRun | undefined> {
      const [moved] = (await tx('search_runs')
        .where({ id: run.id, state: 'running' })
        .whereRaw('cursor is not distinct from ?::uuid', [run.cursor])
        .update({
          cursor: batch.cursor,
          indexed: tx.raw('indexed + ?', [batch.indexed]),
          failed: tx.raw('failed + ?', [batch.failed]),
          updatedAt: now,
        })
        .returning(columns)) as SearchRun[];
      return moved;
    },

    /** Ends a run; one that has ended, or that was begun anew meanwhile, stays as it is. */
    async end(
      tx: Tx,
      run: { id: string; cursor?: string | null },
      end: { state: 'completed' | 'failed' | 'cancelled'; error: string | null },
      now: Date,
    ): Promise<boolean> {
      const { id, cursor } = run;
      const ended = await tx('search_runs')
        .where({ id })
        .whereIn('state', open)
        .where((where) => {
          if (cursor !== undefined) void where.whereRaw('cursor is not distinct from ?::uuid', [cursor]);
        })
        .update({ ...end, finishedAt: now, updatedAt: now });
      return ended > 0;
    },
  };
}

export type SearchRunsRepository = ReturnType<typeof createSearchRunsRepository>;
