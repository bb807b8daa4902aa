import { createMoneyActsRepository } from '#db/access/money-acts.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { accessSettings } from '#domain/access/access.settings.js';
import { assertMayAct } from '#domain/access/acts.js';
import { MONEY_DAY_MS, type MoneyAct } from '#domain/access/money-acts.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';

/** What every act with money does, in the transaction that moves it. */
export const createMoneyActs = builtOnce(({ settings }: Pick<OperationDeps, 'settings'>) => {
  const acts = createMoneyActsRepository();

  return {
    /**
     * Records an act of a person or an API key: for the limit of a day and the mail to every superAdmin. Acts of one person
     * wait for each other, so that two at once do not both count as the last one.
     * @throws AppError FORBIDDEN where the caller may not do it now, RATE_LIMITED above `money.acts_daily`
     */
    async record(tx: Tx, ctx: Context, act: MoneyAct): Promise<void> {
      if (ctx.act === 'money') {
        const moneyActMinutes = settings.get(accessSettings.moneyActMinutes);
        assertMayAct('money', ctx, { now: ctx.now, moneyActMinutes });
      }
      const person = await acts.lockPerson(tx, ctx.actor);
      const limit = settings.get(accessSettings.moneyActsDaily);
      const since = new Date(ctx.now.getTime() - MONEY_DAY_MS);
      if (limit > 0 && (await acts.countSince(tx, person, since)) >= limit)
        throw accessErrors.moneyActsExhausted({ limit }, { retryAfter: 3_600 });
      await acts.record(tx, ctx, act, person);
    },

    /** Records what follows from an act that was recorded before, as the payouts of a run do: it is mailed, and not limited. */
    async recordPart(tx: Tx, ctx: Context, act: MoneyAct): Promise<void> {
      if (ctx.actor.type !== 'user' && ctx.actor.type !== 'api_key') return;
      await acts.record(tx, ctx, act, await acts.lockPerson(tx, ctx.actor));
    },
  };
});

export type MoneyActs = ReturnType<typeof createMoneyActs>;
