import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { MoneyAct, MoneyActSum } from '#domain/access/money-acts.js';

/** Acts with money that no daily mail has summed up yet. */
export function createMoneyActsRepository() {
  return {
    async record(tx: Tx, ctx: Context, act: MoneyAct): Promise<void> {
      await tx('access_money_acts').insert({
        ...act,
        actorType: ctx.actor.type,
        actorId: ctx.actor.id,
        actedAt: ctx.now,
      });
    },

    /** Takes all acts out and returns their sums: the mail about them is queued in the same transaction. */
    async takeSums(tx: Tx): Promise<MoneyActSum[]> {
      const { rows } = await tx.raw<{ rows: MoneyActSum[] }>(
        `with taken as (delete from access_money_acts returning kind, currency, amount, actor_type, actor_id)
         select t.kind, t.currency, count(*)::int as count, sum(t.amount)::bigint as amount,
                coalesce(u.email, 'API key ' || k.name, t.actor_id) as actor
         from taken t
         left join accounts_users u on t.actor_type = 'user' and u.id::text = t.actor_id
         left join access_api_keys k on t.actor_type = 'api_key' and k.id::text = t.actor_id
         group by t.kind, t.currency, coalesce(u.email, 'API key ' || k.name, t.actor_id)
         order by actor, t.kind, t.currency`,
      );
      return rows;
    },
  };
}

export type MoneyActsRepository = ReturnType<typeof createMoneyActsRepository>;
