import { permissionHolders, usersWithRole } from '#db/access/permission-holders.query.js';
import { nameOfActor } from '#db/access/actor-name.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { SUPER_ADMIN } from '#domain/access/built-in-roles.js';
import type { MoneyApproval } from '#domain/access/money-approval.js';
import { phrase } from '#domain/mail/phrase.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';

type Asked = Pick<MoneyApproval, 'id' | 'kind' | 'amount' | 'currency' | 'person' | 'askedBy' | 'askedAt'>;

/** The mails about acts with money that wait for a second person, in the transaction that asks or decides. */
export const createMoneyApprovalMails = builtOnce(({ mail }: Pick<OperationDeps, 'mail'>) => {
  async function variablesOf(tx: Tx, { id, kind, amount, currency, askedBy, askedAt }: Asked) {
    return {
      approvalId: id,
      what: phrase(`money.${kind}`, { amount: formatMoney(amount, currency) }),
      askedBy: await nameOfActor(tx, askedBy),
      askedAt: askedAt.toISOString(),
    };
  }

  return {
    /** To everybody who may approve it; to who asked as well where nobody else may. */
    async waiting(tx: Tx, ctx: Context, asked: Asked): Promise<void> {
      const holders = await permissionHolders(tx, 'money:approve');
      const others = holders.filter(({ id }) => id !== asked.person);
      const variables = await variablesOf(tx, asked);
      await mail.enqueueAll(
        tx,
        ctx,
        (others.length > 0 ? others : holders).map(({ id, email, name }) => ({
          template: 'auth.money_approval',
          role: 'admin' as const,
          to: email,
          variables: { customerName: name, ...variables },
          dedupeKey: `auth.money_approval:${asked.id}:${id}`,
        })),
      );
    },

    /** To every superAdmin: nobody else could approve, and the one who asked has confirmed. */
    async confirmedAlone(tx: Tx, ctx: Context, asked: Asked): Promise<void> {
      const recipients = await usersWithRole(tx, SUPER_ADMIN);
      const variables = await variablesOf(tx, asked);
      await mail.enqueueAll(
        tx,
        ctx,
        recipients.map(({ id, email, name }) => ({
          template: 'auth.money_confirmed_alone',
          role: 'admin' as const,
          to: email,
          variables: { customerName: name, ...variables },
          dedupeKey: `auth.money_confirmed_alone:${asked.id}:${id}`,
        })),
      );
    },
  };
});
