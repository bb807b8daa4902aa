import { createDueDrains } from '#events/due-drains.js';
import { subscriptions } from '#events/subscriptions.js';
import { type QueueName, queueNames } from '#lib/workflow/queues.js';
import type { Platform } from '#operations/platform.js';
import { createAccountsQueues } from '#activities/accounts/accounts.queues.js';
import { createAnalyticsQueues } from '#activities/analytics/analytics.queues.js';
import { createBoughtTogetherQueues } from '#activities/bought-together/bought-together.queues.js';
import { createCampaignsQueues } from '#activities/campaigns/campaigns.queues.js';
import { createEventsQueues } from '#activities/events/events.queues.js';
import { createEventsActivities } from '#activities/events/events.activities.js';
import { createFeedsQueues } from '#activities/feeds/feeds.queues.js';
import { createInventoryQueues } from '#activities/inventory/inventory.queues.js';
import { createInvoicesQueues } from '#activities/invoices/invoices.queues.js';
import { createMailQueues } from '#activities/mail/mail.queues.js';
import { createOrdersQueues } from '#activities/orders/orders.queues.js';
import { createPaymentsQueues } from '#activities/payments/payments.queues.js';
import { createPayoutsQueues } from '#activities/payouts/payouts.queues.js';
import { createProductImportsQueues } from '#activities/product-imports/product-imports.queues.js';
import { createProductsQueues } from '#activities/products/products.queues.js';
import { createReturnsQueues } from '#activities/returns/returns.queues.js';
import { createSearchQueues } from '#activities/search/search.queues.js';
import { createReportsQueues } from '#activities/reports/reports.queues.js';
import { createShippingQueues } from '#activities/shipping/shipping.queues.js';
import { createSweepsActivities, type Sweep } from '#activities/sweeps/sweeps.activities.js';

/** A feature with activities adds its `<slug>.queues.ts` here. */
const features = [
  createAccountsQueues,
  createAnalyticsQueues,
  createBoughtTogetherQueues,
  createCampaignsQueues,
  createEventsQueues,
  createFeedsQueues,
  createInventoryQueues,
  createInvoicesQueues,
  createMailQueues,
  createOrdersQueues,
  createPaymentsQueues,
  createPayoutsQueues,
  createProductImportsQueues,
  createProductsQueues,
  createReturnsQueues,
  createSearchQueues,
  createReportsQueues,
  createShippingQueues,
];

/** Queues on which a subscription is drained. */
const drained = new Set(subscriptions.flatMap((item) => (item.kind === 'drain' ? [item.taskQueue] : [])));

/** The activities of each task queue. A worker serves the queues of its roles. */
export function createActivities(platform: Platform) {
  const parts = features.map((create) => create(platform));
  const handlers = Object.assign({}, ...parts.map(({ drains }) => drains));
  const passes = Object.assign({}, ...parts.map((part) => part.passes));
  const dueDrains = createDueDrains({ ...platform, subscriptions });
  const drains = createEventsActivities({ ...platform, handlers, passes, dueDrains });
  const sweepsOf = (queue: QueueName): object => {
    const sweeps = Object.assign({}, ...parts.map((part) => part.sweeps?.[queue])) as Record<string, Sweep>;
    return Object.keys(sweeps).length > 0 ? createSweepsActivities({ sweeps }) : {};
  };
  const activitiesOf = (queue: QueueName): object =>
    Object.assign(
      sweepsOf(queue),
      drained.has(queue) ? drains : {},
      ...parts.map(({ queues }) => queues?.[queue]),
    );
  return {
    queues: Object.fromEntries(queueNames.map((queue) => [queue, activitiesOf(queue)])) as Record<
      QueueName,
      object
    >,
    /** What features do in a process that has taken up a queue. */
    startedOn: (queue: QueueName) => parts.flatMap(({ started }) => started?.[queue] ?? []),
    async close(): Promise<void> {
      for (const part of parts) await part.close?.();
    },
  };
}
