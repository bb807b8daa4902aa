import { cancellationSignal } from '@temporalio/activity';
import { isOutage } from '#activities/_shared/outage.js';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import {
  type BooksFetch,
  createFetchesRepository,
  type FetchStep,
  fetchSteps,
} from '#db/reconciliation/fetches.repository.js';
import { createDisputesRepository } from '#db/reconciliation/disputes.repository.js';
import { createItemsRepository } from '#db/reconciliation/items.repository.js';
import { createMovementsRepository } from '#db/reconciliation/movements.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { ListedPayment, ListedRefund, SettlementLine } from '#domain/payments/provider-books.js';
import type { ReportedMovement } from '#domain/reconciliation/movement.js';
import { reconciliationSettings } from '#domain/reconciliation/reconciliation.settings.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import type { PaymentProvider } from '#integrations/payments/payment-provider.js';
import { isConfigured } from '#integrations/payments/payment-provider.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import { movementOfLine } from '#operations/reconciliation/settlement-steps.js';
import type { Platform } from '#operations/platform.js';

const DAY_MS = 86_400_000;
/** A refund may be pending for a week, and a payment captured days after it was made: their rows change after they were read. */
const OVERLAP_MS = 10 * DAY_MS;
/** Rows that are compared in one statement. */
const BATCH = 100;

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'logger' | 'paymentProviders'
>;

/** One round: which part of whose books was done. */
export interface BooksRound {
  done: boolean;
  provider: string;
  step: string;
}

/** Fetches the books of providers and has them matched with ours. */
export function createProviderBooksActivities(deps: Deps) {
  const { knex, unitOfWork, operations, settings, clock, logger, paymentProviders } = deps;
  const { providerMoney, disputeSteps, settlementSteps } = operations;
  const fetches = createFetchesRepository();
  const movements = createMovementsRepository();
  const disputes = createDisputesRepository();
  const items = createItemsRepository();
  const context = () => systemContext({ name: 'fetchProviderBooks' }, clock.now());

  /** Those that keep books, and can be asked. */
  const providers = () =>
    paymentProviders
      .list()
      .filter((provider) => provider.listPayments && isConfigured(provider, readPaymentSettings(settings)));

  /** Takes one row of the books in its own transaction; one that cannot be taken now is tried again by the next run. */
  async function takeOne(report: ReportedMovement): Promise<void> {
    const ctx = context();
    try {
      const outcome = await unitOfWork.run(ctx, (tx) => {
        if (report.kind === 'payment') return providerMoney.takePayment(tx, ctx, report);
        if (report.kind === 'refund') return providerMoney.takeRefund(tx, ctx, report);
        return providerMoney.takeOther(tx, ctx, report);
      });
      if (!['nothing_new', 'recorded'].includes(outcome))
        logger.warn(
          { provider: report.providerId, ref: report.providerRef, outcome },
          'missed payment webhook reconciled',
        );
    } catch (error) {
      cancellationSignal().throwIfAborted();
      logger.error(
        { err: error, provider: report.providerId, ref: report.providerRef },
        'row of the provider’s books could not be matched: the next run tries again',
      );
    }
  }

  /** Takes what is new in rows of the books, some at a time. */
  async function takeNew(providerId: string, rows: AsyncIterable<ReportedMovement>): Promise<void> {
    for await (const batch of inBatches(rows)) {
      cancellationSignal().throwIfAborted();
      const known = await movements.known(knex, providerId, batch);
      for (const report of batch) if (!known.has(report.providerRef)) await takeOne(report);
    }
  }

  async function fetchDisputes(provider: PaymentProvider, fetch: BooksFetch): Promise<void> {
    const input = {
      settings: readPaymentSettings(settings),
      since: fetch.since,
      signal: cancellationSignal(),
    };
    for await (const dispute of provider.listDisputes?.(input) ?? []) {
      const ctx = context();
      await unitOfWork.run(ctx, (tx) =>
        disputeSteps.take(tx, ctx, provider.id, dispute, { at: ctx.now, truth: true }),
      );
    }
  }

  /** Disputes that were opened long ago are in no list any more: each is asked for. */
  async function fetchOpenDisputes(provider: PaymentProvider): Promise<void> {
    if (!provider.findDispute) return;
    for (let after: string | null = null; ;) {
      const page = await disputes.openOf(knex, provider.id, { after, limit: BATCH });
      for (const { providerDisputeId } of page) {
        const input = {
          settings: readPaymentSettings(settings),
          providerDisputeId,
          signal: cancellationSignal(),
        };
        const dispute = await provider.findDispute(input);
        if (!dispute) continue;
        const ctx = context();
        await unitOfWork.run(ctx, (tx) =>
          disputeSteps.take(tx, ctx, provider.id, dispute, { at: ctx.now, truth: true }),
        );
      }
      after = page.at(-1)?.id ?? null;
      if (page.length < BATCH) return;
    }
  }

  async function fetchSettlements(provider: PaymentProvider, fetch: BooksFetch): Promise<void> {
    const input = {
      settings: readPaymentSettings(settings),
      since: fetch.since,
      signal: cancellationSignal(),
    };
    for await (const settlement of provider.listSettlements?.(input) ?? []) {
      const ctx = context();
      const row = await unitOfWork.run(ctx, (tx) => settlementSteps.take(tx, ctx, provider.id, settlement));
      const read = row.difference === 0 && row.lines > 0;
      if (read || !provider.listSettlementLines) continue;
      const lines: SettlementLine[] = [];
      const { signal } = input;
      for await (const line of provider.listSettlementLines({ settings: input.settings, settlement, signal }))
        lines.push(line);
      await takeNew(provider.id, each(lines.map((line) => movementOfLine(provider.id, line))));
      await unitOfWork.run(ctx, (tx) => settlementSteps.takeLines(tx, ctx, row.id, lines));
    }
  }

  /** What had no explanation is tried again: its payment may have come, or a refund of ours may have failed. */
  async function tryAgain(provider: PaymentProvider): Promise<void> {
    for (let after: string | null = null; ;) {
      const page = await movements.unexplained(knex, provider.id, { after, limit: BATCH });
      for (const { id } of page) {
        cancellationSignal().throwIfAborted();
        const ctx = context();
        try {
          await unitOfWork.run(ctx, (tx) => providerMoney.rematch(tx, ctx, id));
        } catch (error) {
          logger.error({ err: error, movementId: id }, 'unmatched money could not be tried again');
        }
      }
      after = page.at(-1)?.id ?? null;
      if (page.length < BATCH) return;
    }
  }

  async function nameUnsettled(provider: PaymentProvider): Promise<void> {
    const days = settings.get(reconciliationSettings.settledWithinDays);
    const ctx = context();
    const before = new Date(ctx.now.getTime() - days * DAY_MS);
    const late = await fetches.unsettled(knex, provider.id, before, 1_000);
    for (const { id, ...of } of late)
      await unitOfWork.run(ctx, (tx) =>
        items.open(
          tx,
          {
            kind: 'not_settled',
            providerId: provider.id,
            sourceId: id,
            providerRef: of.providerRef,
            orderId: of.orderId,
            amount: of.amount,
            currency: of.currency,
            reason: `The provider has not settled it within ${days} days`,
          },
          ctx.now,
        ),
      );
  }

  async function doStep(provider: PaymentProvider, fetch: BooksFetch): Promise<void> {
    const { id } = provider;
    const input = {
      settings: readPaymentSettings(settings),
      since: fetch.since,
      signal: cancellationSignal(),
    };
    const now = clock.now();
    switch (fetch.step) {
      case 'payments':
        return takeNew(
          id,
          mapped(provider.listPayments?.(input), (row) => movementOfPayment(id, row, now)),
        );
      case 'refunds':
        return takeNew(
          id,
          mapped(provider.listRefunds?.(input), (row) => movementOfRefund(id, row, now)),
        );
      case 'disputes':
        return fetchDisputes(provider, fetch);
      case 'open_disputes':
        return fetchOpenDisputes(provider);
      case 'adjustments':
        return takeNew(
          id,
          mapped(provider.listAdjustments?.(input), (line) => movementOfLine(id, line)),
        );
      case 'settlements':
        return fetchSettlements(provider, fetch);
      case 'unexplained':
        return tryAgain(provider);
      case 'unsettled':
        return nameUnsettled(provider);
      case 'done':
      case 'failed':
    }
  }

  /** Where the books of a provider begin for us. */
  async function firstOf(providerId: string): Promise<Date> {
    const first = await fetches.firstPaymentAt(knex, providerId);
    return new Date((first ?? clock.now()).getTime() - DAY_MS);
  }

  return {
    /**
     * Fetches one part of the books of the first provider that is not done, from its checkpoint on. A provider that does not
     * respond is left to the next run: the others go on.
     */
    async fetchNextBooks({ runId }: { runId: string }): Promise<BooksRound> {
      return withHeartbeat(async () => {
        for (const provider of providers()) {
          const now = clock.now();
          const ctx = context();
          const first = await firstOf(provider.id);
          const run = { providerId: provider.id, runId, now, first, overlapMs: OVERLAP_MS };
          const fetch = await unitOfWork.run(ctx, (tx) => fetches.begin(tx, run));
          const { step } = fetch;
          if (step === 'done' || step === 'failed') continue;
          let next: FetchStep = fetchSteps[fetchSteps.indexOf(step) + 1] ?? 'done';
          try {
            await doStep(provider, fetch);
          } catch (error) {
            // Whatever the provider did wrong is named and left to the next run; our own database is waited for.
            const isTheirs = error instanceof HttpCallError || !isOutage(error);
            if (cancellationSignal().aborted || !isTheirs) throw error;
            const { message } = error as Error;
            logger.error(
              { err: error, provider: provider.id, step: fetch.step },
              'books of a payment provider could not be fetched: the next run goes on',
            );
            await unitOfWork.run(ctx, (tx) => fetches.fail(tx, provider.id, `${step}: ${message}`));
            next = 'failed';
          }
          await unitOfWork.run(ctx, (tx) => fetches.advance(tx, fetch, next, clock.now()));
          return { done: false, provider: provider.id, step: fetch.step };
        }
        return { done: true, provider: 'all', step: 'done' };
      });
    },
  };
}

export type ProviderBooksActivities = ReturnType<typeof createProviderBooksActivities>;

function movementOfPayment(providerId: string, row: ListedPayment, now: Date): ReportedMovement {
  return {
    providerId,
    kind: 'payment',
    providerRef: row.providerPaymentId,
    providerPaymentId: row.providerPaymentId,
    providerOrderId: row.providerOrderId,
    orderNumber: row.orderNumber,
    paymentId: row.paymentId,
    state: row.state === 'captured' ? 'done' : 'failed',
    stateAt: now,
    amount: row.amount,
    currency: row.currency,
    fee: row.fee,
    feeTax: row.tax,
    occurredAt: row.createdAt,
  };
}

function movementOfRefund(providerId: string, row: ListedRefund, now: Date): ReportedMovement {
  const states = { pending: 'pending', processed: 'done', failed: 'failed' } as const;
  return {
    providerId,
    kind: 'refund',
    providerRef: row.providerRefundId,
    providerPaymentId: row.providerPaymentId,
    refundId: row.refundId,
    state: states[row.state],
    stateAt: now,
    amount: -row.amount,
    currency: row.currency ?? '',
    occurredAt: row.createdAt,
  };
}

async function* mapped<T>(
  rows: AsyncIterable<T> | undefined,
  map: (row: T) => ReportedMovement,
): AsyncGenerator<ReportedMovement> {
  for await (const row of rows ?? []) yield map(row);
}

async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

async function* inBatches<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
