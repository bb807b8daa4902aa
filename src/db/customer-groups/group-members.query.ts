import { integer, joinedRow, leftOut, outer } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { type GroupMember, groupMemberColumns } from '#domain/customer-groups/group-figures.js';
import { figuresSql, type Matching, matchingSql } from './group-rules-sql.js';

const FIGURES = `f.orders, f.spent, f.last_order_at, f.signed_up_at, f.country, f.state, f.city, f.postal_code,
  f.bought_in_category`;
const figureColumns = leftOut(groupMemberColumns, ['name', 'email', 'joinedAt']);

/** How many customers meet the rules, and the latest of them with their figures. */
export async function previewGroup(
  reader: Reader,
  group: Matching,
  now: Date,
  limit: number,
): Promise<{ count: number; examples: GroupMember[] }> {
  const matching = matchingSql(group, now);
  const rows = await query(reader, { ...outer(groupMemberColumns), count: integer })(
    `with matching as materialized (${matching.sql}),
     latest as (select * from matching order by id desc limit ?)
     select counted.count, f.id as user_id, u.name, u.email, null::timestamptz as joined_at, ${FIGURES}
     from (select count(*)::integer as count from matching) as counted
     left join latest f on true left join accounts_users u on u.id = f.id
     order by f.id desc`,
    [...matching.bindings, limit],
  );
  const examples = rows.flatMap(
    ({ count: _count, ...member }) => joinedRow(groupMemberColumns, 'userId', member) ?? [],
  );
  return { count: rows[0]?.count ?? 0, examples };
}

/**
 * The members of a group, latest first, each with what its rules look at.
 * @param personal whether names and addresses are looked through, which only those may who may read them
 */
export async function listMembers(
  knex: Knex,
  group: Matching & { id: string },
  list: ListQuery,
  personal: boolean,
): Promise<Page<GroupMember>> {
  const page = await listPage<Pick<GroupMember, 'userId' | 'name' | 'email' | 'joinedAt'>>({
    base: knex('customer_groups_members as m')
      .join('accounts_users as u', 'u.id', 'm.userId')
      .where('m.groupId', group.id),
    query: list,
    columns: { joinedAt: 'm.joinedAt' },
    idColumn: 'm.userId',
    ...(personal && { searchColumns: ['u.name', 'u.email'] }),
    select: ['m.userId', 'u.name', 'u.email', 'm.joinedAt'],
  });
  const figures = figuresSql(
    group.rules,
    page.rows.map(({ userId }) => userId),
  );
  const rows = await query(knex, figureColumns)(
    `select f.id as user_id, ${FIGURES} from (${figures.sql}) as f`,
    figures.bindings,
  );
  const byUser = new Map(rows.map((row) => [row.userId, row]));
  const none = {
    orders: null,
    spent: null,
    lastOrderAt: null,
    signedUpAt: null,
    boughtInCategory: null,
    country: null,
    state: null,
    city: null,
    postalCode: null,
  };
  return { ...page, rows: page.rows.map((row) => ({ ...none, ...byUser.get(row.userId), ...row })) };
}
