import { heartbeat } from '@temporalio/activity';
import { DateTime } from 'luxon';
import {
  createCommissionInvoicesRepository,
  type MonthRange,
} from '#db/invoices/commission-invoices.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { ledgerSettings } from '#domain/ledger/ledger.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'logger'>;

const BATCH = 200;

/**
 * Issues the commission invoices of every month that has ended and is not closed, from the first with commission to invoice, and
 * compares closed months once more with their documents:
 * a month that the schedule missed, or that waited for the operator's details, is issued by a later run. A vendor has one
 * separate transaction, and a run that is repeated issues nothing twice.
 */
export function createCommissionInvoicesSweep(deps: Deps) {
  const { knex, unitOfWork, operations, settings, clock, logger } = deps;
  const invoices = createCommissionInvoicesRepository();

  /** What the documents of closed months left out, of the vendors that miss something: one document for each. */
  async function supplement(startedAt: Date, timeZone: string): Promise<number> {
    const months = await invoices.unsupplemented(knex, startedAt);
    const last = months.at(-1);
    if (!last) return 0;
    let issued = 0;
    for (let after: string | null = null; ;) {
      const batch = await invoices.leftOut(knex, { months, timeZone }, after, BATCH, basisPoints());
      for (const due of batch) {
        const ctx = systemContext({ name: 'commission-invoices' }, clock.now());
        const month = { firstDay: last };
        if (
          await unitOfWork.run(ctx, (tx) =>
            operations.commissionInvoices.issue(tx, ctx, month, due, { months }),
          )
        )
          issued += 1;
        heartbeat();
      }
      after = batch.at(-1)?.vendorId ?? null;
      if (after === null || batch.length < BATCH) break;
    }
    const ctx = systemContext({ name: 'commission-invoices' }, clock.now());
    await unitOfWork.run(ctx, (tx) => invoices.recordSupplemented(tx, months, ctx.now));
    return issued;
  }

  const basisPoints = () => settings.get(ledgerSettings.commissionGstBasisPoints);

  async function issueMonth(month: MonthRange): Promise<number> {
    let issued = 0;
    for (let after: string | null = null; ;) {
      const batch = await invoices.due(knex, month, after, BATCH, basisPoints());
      for (const due of batch) {
        const ctx = systemContext({ name: 'commission-invoices' }, clock.now());
        if (await unitOfWork.run(ctx, (tx) => operations.commissionInvoices.issue(tx, ctx, month, due)))
          issued += 1;
        heartbeat();
      }
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) break;
      after = last.vendorId;
    }
    const ctx = systemContext({ name: 'commission-invoices' }, clock.now());
    await unitOfWork.run(ctx, (tx) => invoices.close(tx, month.firstDay, ctx.now));
    return issued;
  }

  return async (): Promise<Record<string, number>> => {
    const result = { issued: 0, months: 0 };
    const first = await invoices.firstPosting(knex);
    if (!first) return result;
    if (!operations.commissionInvoices.canIssue()) {
      logger.warn('commission is not invoiced: operator.legal_name or operator.address_lines is not set');
      return result;
    }
    const zone = settings.get(storeSettings.timeZone);
    result.issued += await supplement(clock.now(), zone);
    const current = DateTime.fromJSDate(clock.now(), { zone }).startOf('month');
    let month = DateTime.fromJSDate(first, { zone }).startOf('month');
    for (; month < current; month = month.plus({ months: 1 })) {
      const firstDay = month.toISODate() ?? '';
      if (await invoices.isClosed(knex, firstDay)) continue;
      const to = month.plus({ months: 1 }).toJSDate();
      result.issued += await issueMonth({ firstDay, from: month.toJSDate(), to });
      result.months += 1;
    }
    if (result.months > 0) logger.info(result, 'commission invoices issued');
    return result;
  };
}
