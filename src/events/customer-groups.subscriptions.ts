import { customerGroupRefreshes, hasGroupsByRules } from '#db/customer-groups/customer-groups-tables.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { drain, type Subscription, whileWanted } from './subscription.js';

/** Every change of what counts as an order of a buyer. */
const events = [
  ordersEvents.confirmed,
  ordersEvents.cancelled,
  ordersEvents.refunded,
  ordersEvents.claimed,
  ordersEvents.subOrderCancelled,
];

export const customerGroupsSubscriptions: readonly Subscription[] = [
  // Without a group by rules an order gets no delivery.
  whileWanted(drain('customer-groups-buyers', events, 'indexing'), hasGroupsByRules),
  drain('customer-groups-refresh', [], 'indexing', {
    due: () => customerGroupRefreshes.due,
    backlog: customerGroupRefreshes,
  }),
];
