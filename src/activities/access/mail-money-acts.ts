import type { Sweep } from '#activities/sweeps/sweeps.activities.js';
import { createMoneyActsRepository } from '#db/access/money-acts.repository.js';
import { usersWithRole } from '#db/access/permission-holders.query.js';
import { systemContext } from '#domain/_shared/context.js';
import { SUPER_ADMIN } from '#domain/access/built-in-roles.js';
import type { MoneyActKind, MoneyActSum } from '#domain/access/money-acts.js';
import { phrase, type Words } from '#domain/mail/phrase.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';

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
function textOf(sums: readonly MoneyActSum[], kind: MoneyActKind): Words {
  const own = sums.filter((item) => item.kind === kind);
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
      const sums = await acts.takeSums(tx);
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
            refundsCreated: textOf(sums, 'refund_created'),
            refundsPaid: textOf(sums, 'refund_paid'),
            payoutsPaid: textOf(sums, 'payout_paid'),
            actors: joined('list.comma', actors),
          },
          dedupeKey: `auth.money_acts:${id}:${occasion}`,
        })),
      );
      return { mails: recipients.length };
    });
  };
}
