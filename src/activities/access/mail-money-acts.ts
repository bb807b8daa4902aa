import type { Sweep } from '#activities/sweeps/sweeps.activities.js';
import { createMoneyActsRepository } from '#db/access/money-acts.repository.js';
import { usersWithRole } from '#db/access/permission-holders.query.js';
import { systemContext } from '#domain/_shared/context.js';
import { SUPER_ADMIN } from '#domain/access/built-in-roles.js';
import { MONEY_DAY_MS, type MoneyActKind, type MoneyActSum } from '#domain/access/money-acts.js';
import { phrase, type Words } from '#domain/mail/phrase.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';

/** Which line of the mail has the acts of each kind. */
const variables = {
  refund_created: 'refundsCreated',
  refund_paid: 'refundsPaid',
  refund_given_up: 'otherActs',
  store_credit_adjusted: 'adjustments',
  account_adjusted: 'adjustments',
  payout_created: 'payoutsCreated',
  payout_created_by_run: 'payoutsCreated',
  payout_run_started: 'otherActs',
  act_decided: 'otherActs',
  payout_paid: 'payoutsPaid',
  payout_failed: 'payoutsFailed',
  bank_details_decided: 'otherActs',
  cash_recorded: 'otherActs',
  unmatched_decided: 'otherActs',
} as const satisfies Record<MoneyActKind, string>;
type ActVariable = (typeof variables)[MoneyActKind];

/** Acts are kept for the limits of a day, and as much longer as it takes to look into them. */
const KEPT_MS = 31 * MONEY_DAY_MS;

/** Items one after another, each joined to those before by a phrase. */
function joined(by: 'list.comma' | 'list.and', items: readonly Words[]): Words {
  const [first = '', ...others] = items;
  return others.reduce((before, last) => phrase(by, { items: before, last }), first);
}

/** Sums by currency, as money is written in English; the digits are those of every language. */
function together(sums: readonly MoneyActSum[]): Words {
  const amounts = [...new Set(sums.map(({ currency }) => currency))].map((currency) => {
    const own = sums.filter((item) => item.currency === currency);
    return formatMoney(
      own.reduce((total, { amount }) => total + amount, 0),
      currency,
    );
  });
  return joined('list.and', amounts);
}

/** `3, together ₹4,500.00`; empty when there was none. */
function textOf(sums: readonly MoneyActSum[], variable: ActVariable): Words {
  const own = sums.filter((item) => variables[item.kind] === variable);
  const count = own.reduce((total, item) => total + item.count, 0);
  return count === 0 ? '' : phrase('money.together', { count, amounts: together(own) });
}

/** Mails the sums of the acts with money since the last mail to every superAdmin. Without an act there is no mail. */
export function createMoneyActsMail({
  unitOfWork,
  mail,
  clock,
}: Pick<Platform, 'unitOfWork' | 'mail' | 'clock'>): Sweep {
  const acts = createMoneyActsRepository();
  return async () => {
    const ctx = systemContext({ name: 'money-acts' }, clock.now());
    return unitOfWork.run(ctx, async (tx) => {
      await acts.deleteBefore(tx, new Date(ctx.now.getTime() - KEPT_MS));
      const sums = await acts.takeSums(tx, ctx.now);
      if (sums.length === 0) return { mails: 0 };
      const recipients = await usersWithRole(tx, SUPER_ADMIN);
      const occasion = newId();
      const actors = [...new Set(sums.map(({ actor }) => actor))].map((actor) =>
        phrase('money.of', { actor, amounts: together(sums.filter((item) => item.actor === actor)) }),
      );
      await mail.enqueueAll(
        tx,
        ctx,
        recipients.map(({ id, email, name }) => ({
          template: 'auth.money_acts',
          role: 'admin' as const,
          to: email,
          variables: {
            customerName: name,
            refundsCreated: textOf(sums, 'refundsCreated'),
            refundsPaid: textOf(sums, 'refundsPaid'),
            payoutsCreated: textOf(sums, 'payoutsCreated'),
            payoutsPaid: textOf(sums, 'payoutsPaid'),
            payoutsFailed: textOf(sums, 'payoutsFailed'),
            adjustments: textOf(sums, 'adjustments'),
            otherActs: textOf(sums, 'otherActs'),
            actors: joined('list.comma', actors),
          },
          dedupeKey: `auth.money_acts:${id}:${occasion}`,
        })),
      );
      return { mails: recipients.length };
    });
  };
}
