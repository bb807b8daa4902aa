import { defineEvent } from '#domain/_shared/event.js';

interface CustomerGroupEvent {
  customerGroupId: string;
}

const event = (name: string, text: string) =>
  defineEvent<CustomerGroupEvent>(`customer-group.${name}`, 'customerGroup', text);

export const customerGroupsEvents = {
  created: event('created', 'A customer group was created'),
  updated: event('updated', 'A customer group was changed'),
  membersChanged: event('members_changed', 'An operator added or removed members of a customer group'),
  deleted: event('deleted', 'A customer group was deleted'),
  productNamed: defineEvent<{ productId: string }>(
    'customer-group.product_named',
    'product',
    'The customer groups that see a private product were changed',
  ),
};
