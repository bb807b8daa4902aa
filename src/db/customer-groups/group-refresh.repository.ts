import { integer, type RowOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { CustomerGroup } from '#domain/customer-groups/customer-group.js';
import { type Matching, matchingSql } from './group-rules-sql.js';

const refreshedColumns = { added: integer, removed: integer };
export type Refreshed = RowOf<typeof refreshedColumns>;

type RuleGroup = Matching & { id: string };

/** A statement over all customers and all that they bought has more time than those of other steps. */
const REFRESH_TIME = '10min';

/**
 * Writes who is in the groups by rules. The refresh of a group and the one of a buyer take turns by a lock of the group
 * and read after they have it: an order that is placed meanwhile is seen by one of the two, and never undone by the other.
 */
export function createGroupRefreshRepository() {
  const lock = (tx: Tx, groupId: string) =>
    tx.raw(`select pg_advisory_xact_lock(hashtextextended(?, 1))`, [`customer_groups.members ${groupId}`]);

  return {
    /** Of all customers. A static group is counted again. @returns null where the group is deleted */
    async refreshGroup(tx: Tx, groupId: string, now: Date): Promise<Refreshed | null> {
      // Members that the planner has not counted yet look like none, and it would walk all of them for each customer.
      await tx.raw(`set local statement_timeout = '${REFRESH_TIME}'; set local enable_nestloop = off`);
      await lock(tx, groupId);
      const group = await tx<CustomerGroup>('customer_groups')
        .where({ id: groupId, deletedAt: null })
        .first('id', 'kind', 'match', 'rules');
      if (!group) return null;
      if (group.kind === 'static') {
        await tx.raw(
          `update customer_groups set member_count = (select count(*) from customer_groups_members m where m.group_id = ?)
           where id = ?`,
          [groupId, groupId],
        );
        return { added: 0, removed: 0 };
      }
      const matching = matchingSql(group, now);
      const rows = await query(tx, refreshedColumns)(
        `with matching as materialized (select m.id from (${matching.sql}) as m), added as (
           insert into customer_groups_members (group_id, user_id, joined_at)
           select ?::uuid, m.id, ?::timestamptz from matching m
           where not exists (select from customer_groups_members k where k.group_id = ? and k.user_id = m.id)
           on conflict do nothing returning 1
         ), removed as (
           delete from customer_groups_members k
           where k.group_id = ? and not exists (select from matching m where m.id = k.user_id) returning 1
         ), counted as (
           update customer_groups set member_count = (select count(*) from matching), refreshed_at = ? where id = ?
         )
         select (select count(*) from added)::integer as added, (select count(*) from removed)::integer as removed`,
        [...matching.bindings, groupId, now, groupId, groupId, now, groupId],
      );
      return rows[0] ?? { added: 0, removed: 0 };
    },

    /** Of some customers, in every group by rules. */
    async refreshCustomers(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
      const groups: RuleGroup[] = await tx('customer_groups')
        .where({ kind: 'rules', deletedAt: null })
        .orderBy('id')
        .select('id', 'match', 'rules');
      for (const { id } of groups) {
        await lock(tx, id);
        // The rules that count are those of the moment at which the lock was taken.
        const group = await tx<CustomerGroup>('customer_groups')
          .where({ id, deletedAt: null })
          .first('match', 'rules');
        if (!group) continue;
        const matching = matchingSql(group, now, userIds);
        await tx.raw(
          `with matching as materialized (select m.id from (${matching.sql}) as m), added as (
             insert into customer_groups_members (group_id, user_id, joined_at)
             select ?::uuid, m.id, ?::timestamptz from matching m on conflict do nothing returning 1
           ), removed as (
             delete from customer_groups_members k where k.group_id = ? and k.user_id = any(?::uuid[])
               and not exists (select from matching m where m.id = k.user_id) returning 1
           ), difference as (
             select (select count(*) from added) - (select count(*) from removed) as members
           )
           update customer_groups set member_count = greatest(member_count + difference.members, 0)
           from difference where id = ? and difference.members <> 0`,
          [...matching.bindings, id, now, id, [...userIds], id],
        );
      }
    },
  };
}

export type GroupRefreshRepository = ReturnType<typeof createGroupRefreshRepository>;
