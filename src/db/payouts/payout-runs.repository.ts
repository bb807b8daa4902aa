import { uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { PayoutRun, PayoutRunState, VendorOutcome } from '#domain/payouts/payout-run.js';

const open: PayoutRunState[] = ['pending', 'running'];
const columns = [
  'id',
  'until',
  'minimum',
  'state',
  'cursor',
  'vendors',
  'created',
  'amount',
  'withoutBank',
  'onHold',
  'error',
  'startedAt',
  'finishedAt',
  'createdAt',
];

/** Payout runs: one at a time is open, and its row is the checkpoint. */
export function createPayoutRunsRepository(knex: Knex) {
  return {
    /** @returns false where another run is open */
    async insert(
      tx: Tx,
      { actor, ...run }: Pick<PayoutRun, 'id' | 'until' | 'minimum' | 'createdAt'> & { actor: Actor },
    ): Promise<boolean> {
      const rows: unknown[] = await tx('payouts_runs')
        .insert({ ...run, actor: JSON.stringify(actor) })
        .onConflict(tx.raw("((true)) where state in ('pending', 'running')"))
        .ignore()
        .returning('id');
      return rows.length > 0;
    },

    async findOpen(reader: Reader): Promise<PayoutRun | undefined> {
      return await reader('payouts_runs').whereIn('state', open).first(columns);
    },

    async find(id: string): Promise<PayoutRun | undefined> {
      return await knex('payouts_runs').where({ id }).first(columns);
    },

    /** Marks a run as running. @returns the run, undefined when it has ended */
    async begin(tx: Tx, id: string, now: Date): Promise<PayoutRun | undefined> {
      const [run] = (await tx('payouts_runs')
        .where({ id })
        .whereIn('state', open)
        .update({ state: 'running', startedAt: tx.raw('coalesce(started_at, ?)', [now]), updatedAt: now })
        .returning(columns)) as PayoutRun[];
      return run;
    },

    /** The next vendors that have open entries, in the order of their ids. */
    async nextVendors(cursor: string | null, limit: number): Promise<string[]> {
      const rows = await query(knex, { id: uuid })(
        `select v.id from vendors v
         where v.id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000')
           and exists (select from ledger_open_entries e where e.vendor_id = v.id)
         order by v.id limit ?`,
        [cursor, limit],
      );
      return rows.map(({ id }) => id);
    },

    /** Moves the checkpoint behind a vendor. @returns false where the run has ended, or another worker went on with it */
    async advance(
      tx: Tx,
      run: Pick<PayoutRun, 'id' | 'cursor'>,
      vendorId: string,
      outcome: VendorOutcome,
      now: Date,
    ): Promise<boolean> {
      const add = (kind: VendorOutcome['kind']) => (outcome.kind === kind ? 1 : 0);
      const moved = await tx('payouts_runs')
        .where({ id: run.id, state: 'running' })
        .whereRaw('cursor is not distinct from ?::uuid', [run.cursor])
        .update({
          cursor: vendorId,
          vendors: tx.raw('vendors + 1'),
          created: tx.raw('created + ?', [add('created')]),
          amount: tx.raw('amount + ?', [outcome.kind === 'created' ? outcome.amount : 0]),
          withoutBank: tx.raw('without_bank + ?', [add('without_bank')]),
          onHold: tx.raw('on_hold + ?', [add('on_hold')]),
          updatedAt: now,
        });
      return moved > 0;
    },

    /** Ends a run; one that has ended stays as it is. */
    async end(
      tx: Tx,
      id: string,
      end: { state: 'completed' | 'failed' | 'cancelled'; error: string | null },
      now: Date,
    ): Promise<boolean> {
      const ended = await tx('payouts_runs')
        .where({ id })
        .whereIn('state', open)
        .update({ ...end, finishedAt: now, updatedAt: now });
      return ended > 0;
    },
  };
}

export type PayoutRunsRepository = ReturnType<typeof createPayoutRunsRepository>;
