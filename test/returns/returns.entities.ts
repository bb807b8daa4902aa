import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const returnsEntities: EntityFactories = {
  returnRequest: ({ container, rows, vendor }) =>
    insertedRow(container, 'returns_requests', {
      orderId: rows.get('order')?.id,
      subOrderId: rows.get('subOrder')?.id,
      vendorId: vendor.vendorId,
      origin: 'buyer',
      status: 'requested',
      reason: 'Too small',
      createdAt: new Date(),
    }),
};
