import { execute, query } from '#db/kernel/query.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { integer, namesOf, texts, uuids } from '#domain/_shared/columns.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { type CustomerGroup, customerGroupColumns } from '#domain/customer-groups/customer-group.js';

const columns = namesOf(customerGroupColumns);

/** Rules are a JSON list, which the driver would take for an array of the database. */
const stored = ({ rules, ...fields }: Partial<CustomerGroup>) =>
  rules === undefined ? fields : { ...fields, rules: JSON.stringify(rules) };

export interface NamedCustomers {
  userIds: readonly string[];
  emails: readonly string[];
}

/** `wanted`: each customer that was named, with the id of the account, or null. */
const wantedSql = `
  select wanted.place, coalesce(by_id.id, by_email.id) as user_id
  from (
    select place, id, null::text as email from unnest(?::uuid[]) with ordinality as ids (id, place)
    union all
    select place, null, email from unnest(?::text[]) with ordinality as mails (email, place)
  ) as wanted
  left join accounts_users by_id on by_id.id = wanted.id and not by_id.is_anonymous
  left join accounts_users by_email on by_email.email = wanted.email and not by_email.is_anonymous`;

export function createCustomerGroupsRepository(knex: Knex) {
  async function countMembers(tx: Tx, groupId: string, difference: number): Promise<void> {
    if (difference !== 0)
      await tx('customer_groups').where({ id: groupId }).increment('memberCount', difference);
  }

  return {
    list: (query: ListQuery): Promise<Page<CustomerGroup>> =>
      listPage<CustomerGroup>({
        base: knex('customer_groups'),
        query,
        columns: Object.fromEntries(columns.map((column) => [column, column])),
        idColumn: 'id',
        searchColumns: ['name'],
        deletedColumn: 'deletedAt',
        select: columns,
      }),

    /** Deleted ones included. */
    find: (id: string): Promise<CustomerGroup | undefined> =>
      knex<CustomerGroup>('customer_groups').where({ id }).first(columns),

    /** The row, locked until the transaction ends. */
    lock: (tx: Tx, id: string): Promise<CustomerGroup | undefined> =>
      tx<CustomerGroup>('customer_groups').where({ id }).forUpdate().first(columns),

    async insert(tx: Tx, fields: Partial<CustomerGroup>): Promise<CustomerGroup> {
      const rows = (await tx('customer_groups').insert(stored(fields)).returning(columns)) as CustomerGroup[];
      return expectRow(rows);
    },

    async update(tx: Tx, id: string, fields: Partial<CustomerGroup>): Promise<CustomerGroup> {
      const rows = (await tx('customer_groups')
        .where({ id })
        .update(stored(fields))
        .returning(columns)) as CustomerGroup[];
      return expectRow(rows);
    },

    /** Adds customers to a locked group. @returns how many are new, and the places of those that do not exist */
    async addMembers(tx: Tx, groupId: string, { userIds, emails }: NamedCustomers, at: Date) {
      const rows = await query(tx, { added: integer, unknownIds: uuids, unknownEmails: texts })(
        `with wanted as materialized (${wantedSql}), added as (
           insert into customer_groups_members (group_id, user_id, joined_at)
           select distinct ?::uuid, user_id, ?::timestamptz from wanted where user_id is not null
           on conflict do nothing returning 1
         )
         select (select count(*) from added)::integer as added,
           array(select ids.id from unnest(?::uuid[]) as ids (id)
             where not exists (select from wanted where wanted.user_id = ids.id)) as unknown_ids,
           array(select mails.email from unnest(?::text[]) as mails (email) where not exists (
             select from accounts_users u where u.email = mails.email and not u.is_anonymous)) as unknown_emails`,
        [[...userIds], [...emails], groupId, at, [...userIds], [...emails]],
      );
      const { added, unknownIds, unknownEmails } = expectRow(rows);
      await countMembers(tx, groupId, added);
      return { added, unknown: [...unknownIds, ...unknownEmails] };
    },

    /** @returns how many were members */
    async removeMembers(tx: Tx, groupId: string, { userIds, emails }: NamedCustomers): Promise<number> {
      const rowCount = await execute(
        tx,
        `with wanted as materialized (${wantedSql})
         delete from customer_groups_members m using (select distinct user_id from wanted) as w
         where m.group_id = ? and m.user_id = w.user_id`,
        [[...userIds], [...emails], groupId],
      );
      await countMembers(tx, groupId, -rowCount);
      return rowCount;
    },
  };
}

export type CustomerGroupsRepository = ReturnType<typeof createCustomerGroupsRepository>;
