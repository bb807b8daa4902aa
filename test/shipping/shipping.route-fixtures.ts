import { ewayBillExample, ewayBillInput } from '#api/shipping/eway-bills.schemas.js';
import { orderDocumentInput } from '#api/shipping/order-documents.schemas.js';
import { parcelAsAdminSchema } from '#api/shipping/sub-orders.schemas.js';
import { takeOverSchema } from '#api/shipping/shipments.routes.js';
import { MAX_DOCUMENT_ORDERS } from '#domain/shipping/order-document.js';
import { courierCodes, isCourierCode } from '#domain/shipping/couriers.js';
import { dayInIndia } from '#domain/shipping/pickup.js';
import { hmacSha256 } from '#lib/crypto.js';
import { isId, newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';
import { accountOf } from '../_support/carrier-account.js';
import { data } from '../_support/shop.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';
import type { Fixtures } from '../sweeps/fixtures.js';
import { createHeldOrder } from './held-order.js';

async function ownSubOrder(container: Container, fixtures: Fixtures): Promise<string> {
  const vendorIds = [fixtures.vendor.vendorId];
  const order = await createHeldOrder(container, { buyer: fixtures.customer, vendorIds });
  const id = order.subOrders[0]?.subOrderId;
  if (!id) throw new Error('The order has no sub-order');
  return id;
}

/** A sub-order that nobody has moved yet: others of the same sweep have moved theirs. */
const pendingSubOrder: MakeFixture = async ({ container, fixtures }) => ({
  params: { orderVendorId: await ownSubOrder(container, fixtures) },
});

/** A parcel of one piece of a sub-order that nobody has moved yet. */
const someInParcel: MakeFixture = async ({ container, fixtures }) => {
  const orderVendorId = await ownSubOrder(container, fixtures);
  const line = (await container.knex('orders_lines').where({ subOrderId: orderVendorId }).first('id')) as {
    id: string;
  };
  const lines = [{ lineId: line.id, quantity: 1 }];
  const fit = (json: unknown) =>
    parcelAsAdminSchema.safeParse(json).success ? { ...(json as object), lines } : json;
  return { params: { orderVendorId }, body: { providerId: 'self-handled', lines }, fit };
};

const fulfilledSubOrder: MakeFixture = async ({ container, fixtures }) => {
  const orderVendorId = await ownSubOrder(container, fixtures);
  await container.knex('orders_sub_orders').where({ id: orderVendorId }).update({ status: 'fulfilled' });
  return { params: { orderVendorId } };
};

/** Days and numbers that go together are left out. */
const NEW_BILL = { version: 0, documentOn: null, ewayBillNumber: null, generatedOn: null, validUntil: null };
/** The e-way bill of a sub-order that has none yet. */
const unsavedEwayBill: MakeFixture = async ({ container, fixtures }) => {
  const fit = (json: unknown) => {
    if (!ewayBillInput.safeParse(json).success) return json;
    const { parcelId: _parcelId, ...sent } = json as Record<string, unknown>;
    return { ...sent, ...NEW_BILL, ...(sent['vehicleNumber'] !== null && { transportMode: 'road' }) };
  };
  return { params: { orderVendorId: await ownSubOrder(container, fixtures) }, body: ewayBillExample, fit };
};

/** A sub-order whose shipment has its label in the storage. */
const labelledSubOrder: MakeFixture = async ({ container, fixtures }) => {
  const orderVendorId = await ownSubOrder(container, fixtures);
  const { orderId } = (await container.knex('orders_sub_orders').where({ id: orderVendorId }).first()) as {
    orderId: string;
  };
  const labelKey = `labels/${fixtures.vendor.vendorId}/${orderVendorId}.pdf`;
  await container.storage.put(labelKey, Buffer.from('%PDF-'), { contentType: 'application/pdf' });
  await container.knex('shipping_shipments').insert({
    orderId,
    subOrderId: orderVendorId,
    vendorId: fixtures.vendor.vendorId,
    attempt: 1,
    reference: orderVendorId,
    lines: '[]',
    providerId: 'carrier',
    method: 'courier',
    credentialSource: 'vendor',
    status: 'created',
    labelKey,
    awb: orderVendorId,
    actor: '{}',
    requestedAt: new Date(),
    createdAt: new Date(),
  });
  return { params: { orderVendorId } };
};

const FOREIGN_AWB = '900000000001';

/** A sub-order whose parcel was reported under another AWB. */
const flaggedSubOrder: MakeFixture = async (at) => {
  const { params } = await labelledSubOrder(at);
  await at.container
    .knex('shipping_shipments')
    .where({ subOrderId: params?.['orderVendorId'] })
    .update({ attention: 'foreign_awb', attentionAt: new Date(), foreignAwb: FOREIGN_AWB });
  const body = { awb: FOREIGN_AWB };
  // Only the AWB that was reported is taken over.
  const fit = (json: unknown) =>
    takeOverSchema.safeParse(json).success ? { ...(json as object), ...body } : json;
  return { params, body, fit };
};

const isAllowed = (json: unknown): boolean => {
  const { orderVendorIds: ids } = json as { orderVendorIds?: unknown };
  return Array.isArray(ids) && ids.length > 0 && ids.length <= MAX_DOCUMENT_ORDERS && ids.every(isId);
};

/** Prints an own sub-order, however many the sample names. */
const ownDocument: MakeFixture = async ({ container, fixtures }) => {
  const orderVendorIds = [await ownSubOrder(container, fixtures)];
  // A sample that is long enough names one id repeatedly.
  const fit = (json: unknown) => {
    const { parcelIds } = json as { parcelIds?: unknown };
    // Parcels are named alone, and for packing slips.
    if (Array.isArray(parcelIds) && parcelIds.length > 0)
      return { kind: 'packing_slip', parcelIds: parcelIds.map(() => newId()) };
    return orderDocumentInput.safeParse({ ...(json as object), orderVendorIds }).success && isAllowed(json)
      ? { ...(json as object), orderVendorIds }
      : json;
  };
  return { body: { kind: 'pick_list', orderVendorIds }, fit };
};

/** An account at the carrier that books nothing: nobody responds at its address, and the workflow is not awaited. */
async function carrierAccount({ platform, fixtures }: Parameters<MakeFixture>[0]): Promise<void> {
  const { courierMap, ...rest } = accountOf(fixtures.vendor.vendorId);
  const account = {
    ...rest,
    courierMap: Object.fromEntries(courierCodes.map((code) => [code, courierMap['delhivery']])),
  };
  data(await platform.http.as(fixtures.vendor.token).patch('/vendor/shipping/carrier/config', account));
}

const COURIER = { courierCode: 'delhivery' };
/** Only a courier of the account can be asked, and only for a day of the next weeks. */
const withCourier = (json: unknown): unknown => {
  const sent = json as { courierCode?: unknown; pickupOn?: unknown };
  return {
    ...(json as object),
    ...(typeof sent.courierCode === 'string' && isCourierCode(sent.courierCode) && COURIER),
    ...(typeof sent.pickupOn === 'string' &&
      /^\d{4}-\d\d-\d\d$/.test(sent.pickupOn) && { pickupOn: dayInIndia(new Date(), 2) }),
  };
};

const pickupDay: MakeFixture = async (at) => {
  await carrierAccount(at);
  return { body: COURIER, fit: withCourier };
};

const approvedReturn: MakeFixture = async (at) => {
  await carrierAccount(at);
  const { container, fixtures } = at;
  const subOrderId = await ownSubOrder(container, fixtures);
  const { orderId } = (await container.knex('orders_sub_orders').where({ id: subOrderId }).first()) as {
    orderId: string;
  };
  const returnRequestId = newId();
  await container.knex('returns_requests').insert({
    id: returnRequestId,
    orderId,
    subOrderId,
    vendorId: fixtures.vendor.vendorId,
    origin: 'buyer',
    status: 'approved',
    reason: 'Too small',
    createdAt: new Date(),
  });
  return { params: { returnRequestId }, body: COURIER, fit: withCourier };
};

const withoutBody =
  (make: MakeFixture): MakeFixture =>
  async (at) => ({ params: (await make(at)).params });

const SECRET = 'sweep-webhook-secret-of-32-characters';

/** A signed event of a parcel of the world's vendor. */
async function signedScan(at: Parameters<MakeFixture>[0], scope: 'admin' | 'vendor') {
  const { platform, fixtures } = at;
  const { params } = await labelledSubOrder(at);
  const path = `/${scope}/shipping/carrier/config`;
  const token = scope === 'admin' ? fixtures.admin.token : fixtures.vendor.token;
  data(await platform.http.as(token).patch(path, { webhookSecret: SECRET }));
  const body = JSON.stringify({ event_id: newId(), waybill: params?.['orderVendorId'], status: 'OS' });
  return { body, headers: { 'x-carrier-signature': hmacSha256(body, SECRET) } };
}

export const shippingRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /vendor/orders/documents': ownDocument,
  'POST /vendor/pickups': pickupDay,
  'PUT /vendor/orders/:orderVendorId/e-way-bills': unsavedEwayBill,
  'POST /vendor/return-requests/:returnRequestId/pickup': approvedReturn,
  'POST /vendor/orders/:orderVendorId/label/fetch': labelledSubOrder,
  'POST /admin/orders/vendors/:orderVendorId/label/fetch': labelledSubOrder,
  'POST /admin/orders/vendors/:orderVendorId/shipment/take-over-awb': flaggedSubOrder,
  'POST /admin/orders/vendors/:orderVendorId/shipment/dismiss-attention': withoutBody(flaggedSubOrder),
  'GET /vendor/orders/:orderVendorId/label': labelledSubOrder,
  'GET /admin/orders/vendors/:orderVendorId/label': labelledSubOrder,
  'POST /webhooks/shipping/carrier/platform': (at) => signedScan(at, 'admin'),
  'POST /webhooks/shipping/carrier/:vendorId': async (at) => ({
    params: { vendorId: at.fixtures.vendor.vendorId },
    ...(await signedScan(at, 'vendor')),
  }),
  'POST /vendor/orders/:orderVendorId/fulfilled': pendingSubOrder,
  'POST /vendor/orders/:orderVendorId/parcels': someInParcel,
  'POST /admin/orders/vendors/:orderVendorId/parcels': someInParcel,
  'POST /vendor/orders/:orderVendorId/cancelled': pendingSubOrder,
  'POST /vendor/orders/:orderVendorId/delivered': fulfilledSubOrder,
  'POST /admin/orders/vendors/:orderVendorId/fulfilled': pendingSubOrder,
  'POST /admin/orders/vendors/:orderVendorId/cancelled': pendingSubOrder,
  'POST /admin/orders/vendors/:orderVendorId/delivered': fulfilledSubOrder,
};
