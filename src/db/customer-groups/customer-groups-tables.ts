import { createDerivedRows } from '#db/kernel/derived-rows.js';

/** Which groups are to be computed anew. A pass may take minutes: its lease is extended meanwhile. */
export const customerGroupRefreshes = createDerivedRows<{ groupId: string }>({
  name: 'customer_groups_refreshes',
  key: { groupId: 'uuid' },
});

/** True while an order may change who is in a group. */
export const hasGroupsByRules = `exists (select from customer_groups g where g.kind = 'rules' and g.deleted_at is null)`;
