import { redeliverOpenFlows } from '#db/events/open-flows.query.js';
import { systemContext } from '#domain/_shared/context.js';
import { documentKinds, OUTAGE_DAYS, type RetriedDocuments } from '#domain/jobs/failed-documents.js';
import { createRetryFailed } from '#operations/jobs/retry-failed.js';
import type { Container } from '#runtime/container.js';
import { checkDerived } from './check-derived.js';
import { checkDocuments } from './check-documents.js';
import { checkEngine } from './check-engine.js';
import { checkPayments } from './check-payments.js';
import { checkPlatform } from './check-platform.js';
import { checkReminders } from './check-reminders.js';
import { checkShipments } from './check-shipments.js';
import { checkTexts } from './check-texts.js';
import { type Finding, findingOf } from './finding.js';

const checks = {
  platform: checkPlatform,
  engine: checkEngine,
  payments: checkPayments,
  shipments: checkShipments,
  documents: checkDocuments,
  catalog: checkDerived,
  reminders: checkReminders,
  texts: checkTexts,
};

export interface Diagnosis {
  findings: Finding[];
  /** Checks that found nothing. */
  healthy: string[];
}

/** Compares what the database says with the engine, the payment provider, the carrier, the bucket, search and feeds. */
export async function diagnose(container: Container): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const healthy: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      const found = await check(container);
      findings.push(...found);
      if (found.length === 0) healthy.push(name);
    } catch (error) {
      const problem = `The check could not be made: ${(error as Error).message.split('\n')[0] ?? ''}`;
      findings.push(
        ...findingOf([name], { check: name, problem, command: 'npm run doctor', fixable: false }),
      );
    }
  }
  return { findings, healthy };
}

export interface Repair {
  /** Entities whose event was brought to the engine again. */
  redelivered: number;
  retried: RetriedDocuments;
}

/** Redelivers and requests documents again, and does nothing else: no act with money, nothing at a carrier. */
export async function repair({ knex, unitOfWork, outbox, clock }: Container): Promise<Repair> {
  const now = clock.now();
  const ctx = systemContext({ name: 'doctor' }, now);
  const since = new Date(now.getTime() - OUTAGE_DAYS * 86_400_000);
  const retryFailed = createRetryFailed({ knex, outbox });
  const retried = await unitOfWork.run(ctx, (tx) =>
    retryFailed(tx, ctx, { kinds: documentKinds, since, onlyOutages: true }),
  );
  const open = await redeliverOpenFlows(knex);
  return { redelivered: open.reduce((sum, item) => sum + Number(item.redelivered), 0), retried };
}
