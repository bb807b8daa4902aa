import { randomUUID } from 'node:crypto';
import { createSession } from '../../../_support/accounts.js';
import {
  deliveriesAgree,
  eventsHaveArrived,
  type ExpectedWebhook,
  requestsAreWhole,
} from '../checks/webhooks.js';
import type { RetryingClient } from '../clients/retrying-client.js';
import { createShopper, PLACE_ORDER, type Shelf, stockShelves } from '../clients/shopper.js';
import { createWebhookReceiver, type WebhookReceiver } from '../clients/webhook-receiver.js';
import type { Flow } from '../flow.js';

const HEALTHY = '/faults/healthy';
const FLAKY = '/faults/flaky';
const SELLER = '/faults/seller';
const REDELIVER = 'redeliver a webhook';
const FLAKINESS = 'break a receiver of webhooks';

/** Systems of the operator and of a vendor are notified of orders; one of them is out of order time and again. */
export function createFlow(): Flow {
  let shelf: Shelf = { vendorId: '', plenty: [], scarce: '' };
  let admin = '';
  let endpointId = '';
  const expected: ExpectedWebhook[] = [];

  async function subscribe(
    http: RetryingClient,
    receiver: WebhookReceiver,
    side: 'admin' | 'vendor',
    path: string,
  ): Promise<string> {
    const body = { url: `${receiver.url}${path}`, events: ['order.*'], contactEmail: 'erp@example.com' };
    const { data } = (await http.call<{ id: string; secret: string }>('POST', `/${side}/webhooks`, { body }))
      .body;
    await receiver.setSecret(path, data.secret);
    return data.id;
  }

  return {
    name: 'outbound-webhooks',
    clients: 2,
    pauseMs: 500,
    points: [PLACE_ORDER, REDELIVER, FLAKINESS],
    rest: { 'webhooks to be sent': `outbound_webhooks_deliveries where state = 'pending'` },

    // A delivery that failed waits for minutes.
    async hasten({ container: { knex } }) {
      await knex.raw(
        `update outbound_webhooks_deliveries set next_attempt_at = now()
         where state = 'pending' and next_attempt_at > now() + interval '2 seconds'`,
      );
    },

    async prepare(fixtures) {
      const { api, container, webhooksUrl } = fixtures;
      [shelf = shelf] = await stockShelves(fixtures, 1);
      admin = (await createSession(container, { roles: ['superAdmin'] })).token;
      const seller = (await createSession(container, { vendorId: shelf.vendorId })).token;
      const receiver = createWebhookReceiver(webhooksUrl);
      endpointId = await subscribe(api.as(admin), receiver, 'admin', HEALTHY);
      await subscribe(api.as(admin), receiver, 'admin', FLAKY);
      await subscribe(api.as(seller), receiver, 'vendor', SELLER);
    },

    async round(fixtures, random) {
      const { api, points, webhooksUrl } = fixtures;
      const receiver = createWebhookReceiver(webhooksUrl);
      const breaks = random.chance(0.4);
      if (breaks) {
        points.reach(FLAKINESS);
        await receiver.setBroken(FLAKY, true);
      }
      try {
        const shopper = await createShopper(fixtures, random);
        const order = await shopper.order([random.pick(shelf.plenty)], 'cod');
        if (!order) throw new Error('an order of what there is plenty of was refused');
        const entityId = order.orderId;
        for (const path of [HEALTHY, FLAKY]) expected.push({ path, type: 'order.placed', entityId });
        await shopper.until(entityId, ['confirmed']);
        for (const path of [HEALTHY, FLAKY]) expected.push({ path, type: 'order.confirmed', entityId });
      } finally {
        if (breaks) await receiver.setBroken(FLAKY, false);
      }
      if (!random.chance(0.3)) return;
      const http = api.as(admin);
      const path = `/admin/webhooks/${endpointId}/deliveries`;
      const { data } = (
        await http.call<{ id: string }[]>('GET', `${path}?filters[]=state:eq:delivered&limit=20`)
      ).body;
      if (data.length === 0) return;
      points.reach(REDELIVER);
      const headers = { 'idempotency-key': randomUUID() };
      await http.call('POST', `/admin/webhooks/deliveries/${random.pick(data).id}/redeliver`, {
        headers,
        accept: [409],
      });
    },

    async check({ container: { knex }, webhooksUrl }) {
      const received = await createWebhookReceiver(webhooksUrl).received();
      const subOrders = (await knex('orders_sub_orders')
        .whereIn('orderId', [...new Set(expected.map(({ entityId }) => entityId))])
        .select('id')) as { id: string }[];
      const ofVendor = subOrders.map(({ id }) => ({ path: SELLER, type: 'order.confirmed', entityId: id }));
      return [eventsHaveArrived([...expected, ...ofVendor], received), ...requestsAreWhole(received)];
    },

    invariants: deliveriesAgree,
  };
}
