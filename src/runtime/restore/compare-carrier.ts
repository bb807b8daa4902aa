import { readUnshippedSubOrders, type UnshippedSubOrder } from '#db/shipping/unshipped-by-carrier.query.js';
import { credentialSources } from '#domain/shipping/provider.js';
import { shipmentReference, subOrderOfReference } from '#domain/shipping/shipment.js';
import { isId } from '#lib/ids.js';
import { carrierFor } from '#operations/shipping/carrier-for.js';
import type { Container } from '#runtime/container.js';
import { type Finding, findingOf } from '#runtime/doctor/finding.js';

const PAGE = 200;
/** Calls under way; the aggregator allows more. */
const AT_ONCE = 4;
const TIMEOUT_MS = 20_000;

/**
 * Parcels that the carrier has and a restored database does not know. The reference of a parcel is made of its sub-order, so
 * each sub-order without one is asked for; a carrier lists nothing by itself.
 */
export async function compareCarrier(container: Container, since: Date): Promise<Finding[]> {
  return [...(await compareSubOrders(container)), ...(await compareLabels(container, since))];
}

/**
 * Parcels of orders that the restored database has lost: a label that was stored since names its parcel. One whose label the carrier has
 * not printed yet leaves nothing behind.
 */
async function compareLabels({ knex, storage }: Container, since: Date): Promise<Finding[]> {
  const gone: string[] = [];
  for await (const { key, lastModified } of storage.list('labels/')) {
    const [, shipmentId = ''] = LABEL.exec(key) ?? [];
    if (lastModified < since || !isId(shipmentId)) continue;
    if (await knex('shipping_shipments').where({ id: shipmentId }).first('id')) continue;
    const { reference, awb } = (await storage.head(key))?.metadata ?? {};
    const subOrderId = reference === undefined ? undefined : subOrderOfReference(reference);
    // One whose sub-order is back is asked for by its reference.
    if (subOrderId && (await knex('orders_sub_orders').where({ id: subOrderId }).first('id'))) continue;
    gone.push(`${awb ?? 'without an AWB'} (reference ${reference ?? 'unknown'}, ${key})`);
  }
  return findingOf(gone, {
    check: 'shipments',
    problem: 'Booked at the carrier, and the order is not in the restored database',
    command:
      'cancel these parcels in the panel of the carrier, or let them go: their labels are in the storage',
    fixable: false,
  });
}

const LABEL = /^labels\/[^/]+\/([^/]+)\.pdf$/;

async function compareSubOrders(container: Container): Promise<Finding[]> {
  const booked: string[] = [];
  const unanswered: string[] = [];

  async function ask(subOrder: UnshippedSubOrder): Promise<void> {
    const { subOrderId, vendorId, orderNumber } = subOrder;
    const reference = shipmentReference(subOrderId, subOrder.attempt);
    for (const credentialSource of credentialSources) {
      const { account, client } = await carrierFor(container, { credentialSource, vendorId });
      if (!account.apiKey || !account.username) continue;
      try {
        const found = await client.findOrder(reference, AbortSignal.timeout(TIMEOUT_MS));
        if (found?.kind !== 'created' && found?.kind !== 'accepted') continue;
        const awb = found.kind === 'created' ? found.awb : 'without an AWB yet';
        booked.push(`${subOrderId} (order ${orderNumber}, ${awb})`);
        return;
      } catch {
        unanswered.push(subOrderId);
        return;
      }
    }
  }

  for (let after: string | null = null; ;) {
    const page = await readUnshippedSubOrders(container.knex, { after, limit: PAGE });
    for (let from = 0; from < page.length; from += AT_ONCE)
      await Promise.all(page.slice(from, from + AT_ONCE).map(ask));
    after = page.at(-1)?.subOrderId ?? null;
    if (page.length < PAGE) break;
  }
  return [
    ...findingOf(booked, {
      check: 'shipments',
      problem: 'Booked at the carrier, and unfulfilled in the restored database',
      command:
        'fulfil these sub-orders again: the carrier returns the parcel that it has under their reference',
      fixable: false,
    }),
    ...findingOf(unanswered, {
      check: 'shipments',
      problem: 'The carrier did not respond about these sub-orders',
      command: 'npm run restore:finish, once it responds',
      fixable: false,
    }),
  ];
}
