import { createMoneyActsRepository } from '#db/access/money-acts.repository.js';
import { createMoneyApprovalsRepository } from '#db/access/money-approvals.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { accessSettings } from '#domain/access/access.settings.js';
import { assertMayAct } from '#domain/access/acts.js';
import { MONEY_DAY_MS, type MoneyAct } from '#domain/access/money-acts.js';
import {
  type ApprovalCause,
  type ApprovalKind,
  exceededLimit,
  type MoneyApproval,
} from '#domain/access/money-approval.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createMoneyApprovalMails } from './money-approval-mails.js';

/** What a second person is asked about: a refund or a payout that exists and is held, or the input of an adjustment. */
export interface HeldAct extends Pick<MoneyApproval, 'entityId' | 'amount' | 'currency'> {
  kind: ApprovalKind;
  input?: object;
  vendorId?: string;
  orderId?: string;
}

const paidEntities = { refund_paid: 'refund', payout_paid: 'payout', cash_recorded: 'order' } as const;

/** What every act with money does, in the transaction that moves it. */
export const createMoneyActs = builtOnce((deps: Pick<OperationDeps, 'settings' | 'mail'>) => {
  const { settings } = deps;
  const acts = createMoneyActsRepository();
  const approvals = createMoneyApprovalsRepository();
  const mails = createMoneyApprovalMails(deps);
  const dayBefore = (ctx: Context) => new Date(ctx.now.getTime() - MONEY_DAY_MS);

  /** @returns the person, whose other acts wait until the transaction ends */
  async function begin(tx: Tx, ctx: Context): Promise<string> {
    if (ctx.act === 'money') {
      const moneyActMinutes = settings.get(accessSettings.moneyActMinutes);
      assertMayAct('money', ctx, { now: ctx.now, moneyActMinutes });
    }
    const person = await acts.lockPerson(tx, ctx.actor);
    const limit = settings.get(accessSettings.moneyActsDaily);
    if (limit > 0 && (await acts.countSince(tx, person, dayBefore(ctx))) >= limit)
      throw accessErrors.moneyActsExhausted({ limit }, { retryAfter: 3_600 });
    return person;
  }

  /** Which limit of a person the act exceeds; a system that acts by schedule has that of one act alone. */
  async function causeOf(
    tx: Tx,
    ctx: Context,
    amount: number,
    person: string,
  ): Promise<'act' | 'day' | null> {
    const above = settings.get(accessSettings.approvalAbove);
    const aboveDaily = settings.get(accessSettings.approvalAboveDaily);
    if (above === 0 && aboveDaily === 0) return null;
    const byPerson = ctx.actor.type === 'user' || ctx.actor.type === 'api_key';
    const before = byPerson ? await acts.movedSince(tx, person, dayBefore(ctx)) : 0;
    return exceededLimit(amount, before, { above, aboveDaily: byPerson ? aboveDaily : 0 });
  }

  async function ask(
    tx: Tx,
    ctx: Context,
    { input, vendorId, orderId, ...held }: HeldAct,
    cause: ApprovalCause,
    person: string,
  ): Promise<string> {
    const id = newId();
    const approval = {
      ...held,
      id,
      cause,
      person,
      input: input ?? null,
      vendorId: vendorId ?? null,
      orderId: orderId ?? null,
      askedBy: ctx.actor,
      askedAt: ctx.now,
    };
    await approvals.insert(tx, approval);
    await mails.waiting(tx, ctx, approval);
    return id;
  }

  return {
    /**
     * Records an act of a person or an API key: for the limit of a day and the mail to every superAdmin. Acts of one person
     * wait for each other, so that two at once do not both count as the last one.
     * @throws AppError FORBIDDEN where the caller may not do it now, RATE_LIMITED above `money.acts_daily`
     */
    async record(tx: Tx, ctx: Context, act: MoneyAct): Promise<void> {
      const person = await begin(tx, ctx);
      await acts.record(tx, ctx, act, person);
    },

    /**
     * `record`, for an act that decides that value leaves: above the limits a second person is asked, and the caller holds it.
     * @param act.limited it exceeds another limit, and waits in any case
     * @returns the id of the approval that it waits for, null where it does not
     * @throws AppError as `record`
     */
    async decide(
      tx: Tx,
      ctx: Context,
      act: Omit<MoneyAct, 'amount' | 'entityId' | 'currency'> & {
        held: HeldAct;
        limited?: boolean;
        part?: boolean;
      },
    ): Promise<string | null> {
      const { held, kind, limited = false, part = false } = act;
      const person = part ? await acts.lockPerson(tx, ctx.actor) : await begin(tx, ctx);
      const cause = limited ? 'act' : await causeOf(tx, ctx, held.amount, person);
      const { entityId, currency } = held;
      const row = { kind, entityId, amount: Math.abs(held.amount), currency, waits: cause !== null };
      if (!part || ctx.actor.type === 'user' || ctx.actor.type === 'api_key')
        await acts.record(tx, ctx, row, person);
      return cause ? ask(tx, ctx, held, cause, person) : null;
    },

    /**
     * `record`, for an act that says that money has left or arrived: above `money.approval_above` a second person confirms
     * it, unless one has approved the same refund or payout.
     * @returns the id of the approval that it waits for, null where it does not
     * @throws AppError as `record`, CONFLICT while it waits already
     */
    async decidePaid(
      tx: Tx,
      ctx: Context,
      held: HeldAct & { kind: 'refund_paid' | 'payout_paid' | 'cash_recorded' },
    ): Promise<string | null> {
      const person = await begin(tx, ctx);
      const { kind, entityId, amount, currency } = held;
      const above = settings.get(accessSettings.approvalAbove);
      const before = await approvals.ofEntity(tx, entityId);
      if (before?.state === 'waiting')
        throw accessErrors.awaitingApproval({ entity: paidEntities[kind], approvalId: before.id });
      const waits = above > 0 && amount > above && before?.state !== 'approved';
      await acts.record(tx, ctx, { kind, entityId, amount, currency, waits }, person);
      return waits ? ask(tx, ctx, held, 'act', person) : null;
    },

    /**
     * Asks an operator about what a cancellation or a return gives back where more than `money.vendor_refunds_above` goes back
     * for one vendor within 24 hours. The refund is there with its lines.
     * @returns the id of the approval, null where nobody is asked
     */
    async decideGivenBack(tx: Tx, ctx: Context, held: HeldAct): Promise<string | null> {
      const limit = settings.get(accessSettings.vendorRefundsAbove);
      if (limit === 0) return null;
      const since = dayBefore(ctx);
      await approvals.lockVendorsOf(tx, held.entityId);
      const [vendorId] = await approvals.vendorsAbove(tx, { refundId: held.entityId, since, limit });
      if (vendorId === undefined) return null;
      // Who sold or bought is no operator: any of these may decide.
      return ask(tx, ctx, { ...held, vendorId }, 'vendor_day', '');
    },

    /** Whether a second person has approved what is sent now once more. */
    async wasApproved(tx: Tx, entityId: string): Promise<boolean> {
      return (await approvals.ofEntity(tx, entityId))?.state === 'approved';
    },

    /** @throws AppError CONFLICT for a refund or a payout that waits for a second person */
    async assertDecided(
      tx: Tx,
      entity: 'refund' | 'payout',
      row: { id: string; awaitingApproval: boolean },
    ): Promise<void> {
      if (!row.awaitingApproval) return;
      const approval = await approvals.ofEntity(tx, row.id);
      throw accessErrors.awaitingApproval({ entity, approvalId: approval?.id ?? row.id });
    },
  };
});

export type MoneyActs = ReturnType<typeof createMoneyActs>;
