import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { type GroupUse, groupUseColumns } from '#domain/customer-groups/customer-group.js';

/** What names a group and still goes by it. What begins to name it holds its row, so read after the group is locked. */
export async function groupUses(reader: Reader, groupId: string): Promise<GroupUse[]> {
  return query(reader, groupUseColumns)(
    `select 'discount' as kind, d.id, d.name from discounts d
     where d.customer_group_ids @> array[?::uuid] and d.customer_group_ids <> '{}' and d.deleted_at is null
     union all
     select 'broadcast', b.id, b.subject from campaigns_broadcasts b
     where b.audience ->> 'customerGroupId' = ? and not b.audience_done
       and b.status in ('scheduled', 'sending', 'paused')
     union all
     select 'product', p.id, p.title from customer_groups_products r join products p on p.id = r.product_id
     where r.group_id = ? and p.deleted_at is null
     order by 1 desc, 3, 2 limit 100`,
    [groupId, groupId, groupId],
  );
}
