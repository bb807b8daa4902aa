import { randomInt } from 'node:crypto';
import { newId } from '#lib/ids.js';
import { documentKey } from '#domain/shipping/order-document.js';
import type { EntityFactories } from '../_support/entity-factory.js';

export const shippingEntities: EntityFactories = {
  /** A printed one. */
  orderDocument: async ({ container, rows, vendor }) => {
    const id = newId();
    const file = Buffer.from('%PDF-');
    await container.storage.put(documentKey(id), file, { contentType: 'application/pdf' });
    await container.knex('shipping_documents').insert({
      id,
      vendorId: vendor.vendorId,
      kind: 'pick_list',
      subOrderIds: [rows.get('subOrder')?.id],
      status: 'ready',
      fileSize: file.byteLength,
      expiresAt: new Date(Date.now() + 3_600_000),
      actor: JSON.stringify({ type: 'user', id: vendor.userId }),
    });
    return { id, table: 'shipping_documents' };
  },

  /** One of several parcels, with its label. */
  parcel: async ({ container, rows, vendor }) => {
    const id = newId();
    const labelKey = `labels/${vendor.vendorId}/${id}.pdf`;
    const file = Buffer.from('%PDF-');
    await container.storage.put(labelKey, file, { contentType: 'application/pdf' });
    const subOrderId = rows.get('subOrder')?.id ?? '';
    const subOrder = (await container.knex('orders_sub_orders').where({ id: subOrderId }).first()) as {
      orderId: string;
    };
    await container.knex('shipping_shipments').insert({
      id,
      orderId: subOrder.orderId,
      subOrderId,
      vendorId: vendor.vendorId,
      reference: `parcel ${id}`,
      attempt: 900,
      parcel: 900,
      counted: true,
      value: 0,
      lines: '[]',
      providerId: 'carrier',
      method: 'courier',
      credentialSource: 'vendor',
      status: 'created',
      awb: `P${id}`,
      labelKey,
      actor: '{}',
      requestedAt: new Date(),
      createdAt: new Date(),
    });
    const challanId = newId();
    await container.knex('invoices_challans').insert({
      id: challanId,
      shipmentId: id,
      subOrderId,
      orderId: subOrder.orderId,
      vendorId: vendor.vendorId,
      prefix: 'DC',
      financialYear: '2627',
      sequence: randomInt(1, 10_000_000),
      snapshot: '{}',
      issuedAt: new Date(),
    });
    const storageKey = `delivery-challans/${challanId}.pdf`;
    await container.storage.put(storageKey, file, { contentType: 'application/pdf' });
    const document = { challanId, storageKey, fileSize: file.byteLength, doneRev: 1 };
    await container.knex('invoices_challan_documents').insert(document);
    return { id, table: 'shipping_shipments' };
  },
};
