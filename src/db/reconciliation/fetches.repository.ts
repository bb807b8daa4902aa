import { expectRow } from '#db/kernel/expect-row.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';

/** The parts of a provider's books, in the order in which they are fetched: payments before what is of them. */
export const fetchSteps = [
  'payments',
  'refunds',
  'disputes',
  'open_disputes',
  'adjustments',
  'settlements',
  'unexplained',
  'unsettled',
  'done',
] as const;
/** `failed`: the provider did not respond, and the next run begins where the last complete one ended. */
export type FetchStep = (typeof fetchSteps)[number] | 'failed';

/** How far the fetch of a provider's books is. */
export interface BooksFetch {
  providerId: string;
  runId: string | null;
  step: FetchStep;
  since: Date;
  until: Date;
  completedAt: Date | null;
  error: string | null;
}

/** The checkpoint of the daily fetch of each provider. */
export function createFetchesRepository() {
  return {
    /**
     * The fetch of a run: the row of an earlier attempt goes on, another run begins anew where the last complete one ended.
     * @param run `first` is where the books begin, for a provider that was never fetched; `overlapMs` is fetched again, because
     *   books change after they were read
     */
    async begin(
      tx: Tx,
      run: { providerId: string; runId: string; now: Date; first: Date; overlapMs: number },
    ): Promise<BooksFetch> {
      const { providerId, runId, now, first, overlapMs } = run;
      const { rows } = await tx.raw<{ rows: BooksFetch[] }>(
        `insert into reconciliation_fetches as f (provider_id, run_id, since, until) values (?, ?, ?, ?)
         on conflict (provider_id) do update set
           step = case when f.run_id = excluded.run_id then f.step else 'payments' end,
           since = case when f.run_id = excluded.run_id or f.completed_at is null then f.since
             else f.until - make_interval(secs => ?) end,
           until = case when f.run_id = excluded.run_id then f.until else excluded.until end,
           completed_at = case when f.run_id = excluded.run_id then f.completed_at end,
           run_id = excluded.run_id, updated_at = now()
         returning *`,
        [providerId, runId, first, now, overlapMs / 1000] as never[],
      );
      return expectRow(rows);
    },

    async advance(tx: Tx, { providerId, runId }: BooksFetch, step: FetchStep, now: Date): Promise<void> {
      await tx('reconciliation_fetches')
        .where({ providerId, runId })
        .update({
          step,
          ...(step === 'done' && { completedAt: now, error: null }),
          updatedAt: tx.fn.now(),
        });
    },

    async fail(tx: Tx, providerId: string, error: string): Promise<void> {
      await tx('reconciliation_fetches').where({ providerId }).update({ error, updatedAt: tx.fn.now() });
    },

    /** When the order of the first payment of a provider was placed. */
    async firstPaymentAt(reader: Reader, providerId: string): Promise<Date | null> {
      const { rows } = await reader.raw<{ rows: { at: Date | null }[] }>(
        'select min(created_at) as at from payments where provider_id = ?',
        [providerId],
      );
      return rows[0]?.at ?? null;
    },

    /** Movements that no settlement has brought within the time it takes, of a provider that settles. */
    async unsettled(
      reader: Reader,
      providerId: string,
      before: Date,
      limit: number,
    ): Promise<
      {
        id: string;
        providerRef: string;
        orderId: string | null;
        amount: number;
        currency: string;
        occurredAt: Date;
      }[]
    > {
      const { rows } = await reader.raw<{
        rows: {
          id: string;
          providerRef: string;
          orderId: string | null;
          amount: number;
          currency: string;
          occurredAt: Date;
        }[];
      }>(
        `select m.id, m.provider_ref, m.order_id, m.amount, m.currency, m.occurred_at from reconciliation_movements m
         where m.provider_id = ? and m.settlement_id is null and m.state = 'done' and m.kind = 'payment' and m.occurred_at < ?
           and exists (select from reconciliation_settlements s where s.provider_id = m.provider_id)
           and not exists (select from reconciliation_items i where i.source_id = m.id and i.kind = 'not_settled')
         order by m.occurred_at limit ?`,
        [providerId, before, limit] as never[],
      );
      return rows;
    },
  };
}
