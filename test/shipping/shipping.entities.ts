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
      ...{ id, vendorId: vendor.vendorId, kind: 'pick_list', subOrderIds: [rows.get('subOrder')?.id] },
      ...{ status: 'ready', fileSize: file.byteLength, expiresAt: new Date(Date.now() + 3_600_000) },
      actor: JSON.stringify({ type: 'user', id: vendor.userId }),
    });
    return { id, table: 'shipping_documents' };
  },
};
