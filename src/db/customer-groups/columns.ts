import { derivedColumns } from '#db/kernel/columns.js';
import { instant, uuid } from '#domain/_shared/columns.js';
import { customerGroupColumns } from '#domain/customer-groups/customer-group.js';

/** The columns of the tables of this feature. */
export const customerGroupsTables = {
  customer_groups: { ...customerGroupColumns },
  customer_groups_members: { groupId: uuid, userId: uuid, joinedAt: instant },
  customer_groups_products: { productId: uuid, groupId: uuid },
  customer_groups_refreshes: {
    groupId: uuid,
    ...derivedColumns,
  },
};
