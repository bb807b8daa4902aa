import { cancellationSignal } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { createPayoutRunsRepository } from '#db/payouts/payout-runs.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type Context, type Origin, systemContext } from '#domain/_shared/context.js';
import type { PayoutRun, VendorOutcome } from '#domain/payouts/payout-run.js';
import { createVendorBankReader, type VendorBank } from '#operations/payouts/vendor-bank.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'operations' | 'audit' | 'settings' | 'keyring' | 'clock' | 'logger' | 'stopping'
>;

/** After so long the workflow records how far the run is. */
const REPORT_MS = 15_000;
/** Vendors of one look-up. */
const BATCH = 100;

export function createPayoutRunActivities(deps: Deps) {
  const { knex, unitOfWork, operations, audit, clock, logger, stopping } = deps;
  const runs = createPayoutRunsRepository(knex);
  const { payoutSteps: steps, payoutTransfers: transfers } = operations;
  const bankOf = createVendorBankReader(deps);
  const context = (origin: Origin) => systemContext(origin, clock.now());

  async function decide(
    tx: Tx,
    ctx: Context,
    run: PayoutRun,
    vendorId: string,
    account: VendorBank,
  ): Promise<VendorOutcome> {
    if ('missing' in account) return { kind: 'without_bank' };
    const { payoutAccounts } = operations;
    if (await payoutAccounts.heldUntil(tx, ctx, vendorId)) return { kind: 'on_hold' };
    if (await payoutAccounts.holdOf(tx, ctx, vendorId)) return { kind: 'on_hold' };
    const { until, minimum } = run;
    const made = await steps.create(tx, ctx, { vendorId, until, minimum, bank: account.bank });
    if ('balance' in made) return { kind: 'nothing' };
    await transfers.start(tx, ctx, { ...made, vendorId }, { part: true });
    await audit.record(tx, ctx, [
      { entity: 'payout', entityId: made.id, action: 'create', vendorId, after: { until, runId: run.id } },
    ]);
    return { kind: 'created', amount: made.amount };
  }

  /** Pays out one vendor and moves the checkpoint behind it, both or neither. @returns the run as it is then, or null */
  async function payOut(run: PayoutRun, vendorId: string, origin: Origin): Promise<PayoutRun | null> {
    const account = await bankOf(vendorId);
    const ctx = context(origin);
    try {
      await unitOfWork.run(ctx, async (tx) => {
        const outcome = await decide(tx, ctx, run, vendorId, account);
        if (!(await runs.advance(tx, run, vendorId, outcome, ctx.now))) throw new Superseded();
      });
      return { ...run, cursor: vendorId };
    } catch (error) {
      if (error instanceof Superseded) return null;
      throw error;
    }
  }

  return {
    /** Pays out vendors from the checkpoint on for some seconds. Done when the run has ended, also elsewhere. */
    async payOutNextVendors({
      runId,
      origin,
    }: {
      runId: string;
      origin: Origin;
    }): Promise<{ done: boolean; vendors: number; created: number }> {
      const until = Date.now() + REPORT_MS;
      const isOver = () => Date.now() >= until || stopping.aborted;
      await withHeartbeat(async () => {
        const ctx = context(origin);
        let run = (await unitOfWork.run(ctx, (tx) => runs.begin(tx, runId, ctx.now))) ?? null;
        while (run && !isOver()) {
          const vendorIds = await runs.nextVendors(run.cursor, BATCH);
          if (vendorIds.length === 0) {
            await unitOfWork.run(ctx, (tx) =>
              runs.end(tx, runId, { state: 'completed', error: null }, clock.now()),
            );
            logger.info({ runId }, 'payout run completed');
            break;
          }
          for (const vendorId of vendorIds) {
            if (cancellationSignal().aborted) throw cancellationSignal().reason;
            if (!run || isOver()) break;
            run = await payOut(run, vendorId, origin);
          }
        }
      });
      const current = await runs.find(runId);
      const open = current !== undefined && ['pending', 'running'].includes(current.state);
      return { done: !open, vendors: current?.vendors ?? 0, created: current?.created ?? 0 };
    },

    /** Records that a run failed or was cancelled. */
    async endPayoutRun(input: {
      runId: string;
      state: 'failed' | 'cancelled';
      error: string | null;
      origin: Origin;
    }): Promise<void> {
      const { runId, state, error, origin } = input;
      const ctx = context(origin);
      await unitOfWork.run(ctx, (tx) => runs.end(tx, runId, { state, error }, ctx.now));
    },
  };
}

/** The run has ended, or another worker went on with it: nothing of this vendor is kept. */
class Superseded extends Error {}

export type PayoutRunActivities = ReturnType<typeof createPayoutRunActivities>;
