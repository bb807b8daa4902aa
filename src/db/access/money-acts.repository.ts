import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Actor, Context } from '#domain/_shared/context.js';
import { decidingActs } from '#domain/access/money-approval.js';
import {
  type MoneyAct,
  type MoneyActKind,
  type MoneyActSum,
  moneyActSumColumns,
} from '#domain/access/money-acts.js';

/** Acts with money, kept for a month: the limits of a day count them, and the daily mail sums them up. */
export function createMoneyActsRepository() {
  return {
    /**
     * Has the acts of a person wait for each other until the transaction ends.
     * @returns the person: of an API key who made it, else the actor
     */
    async lockPerson(tx: Tx, actor: Actor): Promise<string> {
      const rows = await query(tx, { person: text, locked: text })(
        `select person, pg_advisory_xact_lock(hashtextextended('access.money_acts ' || person, 0))::text as locked
         from (select coalesce((select k.created_by::text from access_api_keys k where ? = 'api_key' and k.id::text = ?), ?) as person
               offset 0) p`,
        [actor.type, actor.id, actor.id],
      );
      return expectRow(rows).person;
    },

    async countSince(tx: Tx, person: string, since: Date): Promise<number> {
      const row = await tx('access_money_acts')
        .where({ person })
        // The run counts, not each of its payouts.
        .whereNot('kind', 'payout_created_by_run' satisfies MoneyActKind)
        .where('actedAt', '>', since)
        .count({ acts: '*' })
        .first();
      return Number(row?.acts ?? 0);
    },

    /** What a person has moved since an instant without a second person, in subunits. */
    async movedSince(tx: Tx, person: string, since: Date): Promise<number> {
      const row = await tx('access_money_acts')
        .where({ person, waits: false })
        .whereIn('kind', [...decidingActs])
        .where('actedAt', '>', since)
        .sum({ amount: 'amount' })
        .first();
      return Number(row?.amount ?? 0);
    },

    async record(tx: Tx, ctx: Context, act: MoneyAct & { waits?: boolean }, person: string): Promise<void> {
      await tx('access_money_acts').insert({
        ...act,
        actorType: ctx.actor.type,
        actorId: ctx.actor.id,
        actedAt: ctx.now,
        person,
      });
    },

    /** Forgets acts before an instant that were mailed. */
    async deleteBefore(tx: Tx, before: Date): Promise<void> {
      await tx('access_money_acts').where('actedAt', '<', before).whereNotNull('mailedAt').delete();
    },

    /** Marks all acts as mailed and returns their sums: the mail about them is queued in the same transaction. */
    async takeSums(tx: Tx, at: Date): Promise<MoneyActSum[]> {
      return query(tx, moneyActSumColumns)(
        `with taken as (
           update access_money_acts set mailed_at = ? where mailed_at is null
           returning kind, currency, amount, actor_type, actor_id
         )
         select t.kind, t.currency, count(*)::int as count, sum(t.amount)::bigint as amount,
                coalesce(u.email, 'API key ' || k.name, t.actor_id) as actor
         from taken t
         left join accounts_users u on t.actor_type = 'user' and u.id::text = t.actor_id
         left join access_api_keys k on t.actor_type = 'api_key' and k.id::text = t.actor_id
         group by t.kind, t.currency, coalesce(u.email, 'API key ' || k.name, t.actor_id)
         order by actor, t.kind, t.currency`,
        [at],
      );
    },
  };
}

export type MoneyActsRepository = ReturnType<typeof createMoneyActsRepository>;
