import { createPayoutRunsRepository } from '#db/payouts/payout-runs.repository.js';
import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { bankExportHeader, bankExportLine } from '#domain/payouts/bank-export.js';
import type { BankAccount } from '#domain/payouts/payout.js';
import type { PayoutRun } from '#domain/payouts/payout-run.js';
import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import { payoutsEvents } from '#domain/payouts/payouts.events.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { newId } from '#lib/ids.js';
import { createProviderCheck } from '#operations/payouts/provider-check.js';
import type { Platform } from '#operations/platform.js';
import type { PayoutFile } from '#operations/plugins/plugin-ports.js';
import { payoutRunJobId } from '#workflows/payouts/payouts.contract.js';

type Deps = Pick<
  Platform,
  | 'knex'
  | 'unitOfWork'
  | 'audit'
  | 'outbox'
  | 'gateway'
  | 'keyring'
  | 'clock'
  | 'ports'
  | 'settings'
  | 'operations'
  | 'payoutProviders'
>;

/** The file of the platform, where no plugin has another. */
const bankFile = ({ get }: Pick<Deps['settings'], 'get'>): PayoutFile => ({
  fileName: 'payouts.csv',
  contentType: 'text/csv; charset=utf-8',
  header: bankExportHeader,
  line: (payout, account) => bankExportLine(payout, account, get(storeSettings.timeZone)),
});

const EXPORT_BATCH = 500;

/** Payouts of all vendors at once, and the file for the bank. */
export function createPayoutRunsService(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, gateway, keyring, settings, operations } = deps;
  const runs = createPayoutRunsRepository(knex);
  const payouts = createPayoutsRepository();
  const assertProvider = createProviderCheck(deps);

  async function get(runId: string): Promise<PayoutRun & { jobId: string }> {
    const run = await runs.find(runId);
    if (!run) throw platformErrors.notFound({ entity: 'Payout run' });
    return { ...run, jobId: payoutRunJobId(runId) };
  }

  const file = deps.ports.payoutFile ?? bankFile(settings);

  return {
    get,

    /** How the file for the bank is called, and what it holds. */
    exportFile: { name: file.fileName, contentType: file.contentType },

    /**
     * Starts a run over all vendors.
     * @throws AppError CONFLICT while another run is open, SERVICE_UNAVAILABLE while the engine is known to be down
     */
    async start(ctx: Context, { until, minimum }: { until: string; minimum: number }) {
      assertProvider();
      await gateway.assertAvailable();
      const runId = await unitOfWork.runOnce(ctx, async (tx) => {
        const id = newId();
        const run = { id, until: new Date(until), minimum, createdAt: ctx.now, actor: ctx.actor };
        if (!(await runs.insert(tx, run))) {
          const open = await runs.findOpen(tx);
          throw payoutsErrors.runOpen({ runId: open?.id ?? 'it has just ended' });
        }
        const after = { until: run.until.toISOString(), minimum };
        await audit.record(tx, ctx, [{ entity: 'payoutRun', entityId: id, action: 'start', after }]);
        const currency = settings.get(storeSettings.currency);
        await operations.moneyActs.record(tx, ctx, {
          kind: 'payout_run_started',
          entityId: id,
          amount: 0,
          currency,
        });
        const payload = { runId: id, ...after };
        outbox.append(tx, ctx, payoutsEvents.runRequested, id, payload, { handOver: true });
        return id;
      });
      return get(runId);
    },

    /** The pending payouts that were created before an instant as a file for the bank; every export is audited. */
    async *bankExport(ctx: Context, until: Date): AsyncGenerator<string> {
      await unitOfWork.run(ctx, (tx) =>
        audit.record(tx, ctx, [
          { entity: 'payout', entityId: 'export', action: 'export', after: { until: until.toISOString() } },
        ]),
      );
      yield file.header;
      for (let after: string | null = null; ;) {
        const batch = await payouts.pendingAfter(knex, { until, after, limit: EXPORT_BATCH });
        for (const payout of batch)
          yield file.line(payout, JSON.parse(keyring.decrypt(payout.bank)) as BankAccount);
        const last = batch.at(-1);
        if (!last || batch.length < EXPORT_BATCH) return;
        after = last.id;
      }
    },
  };
}

export type PayoutRunsService = ReturnType<typeof createPayoutRunsService>;
