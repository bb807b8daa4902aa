import { defineEvent } from '#domain/_shared/event.js';

export interface ReturnEvent {
  returnRequestId: string;
  orderId: string;
  orderNumber: string;
  orderVendorId: string;
  vendorId: string;
}

export const returnsEvents = {
  requested: defineEvent<ReturnEvent & { origin: string }>(
    'return.requested',
    'return',
    'A return was requested by a buyer, or opened for a parcel that its carrier brings back',
    { webhook: true },
  ),
  approved: defineEvent<ReturnEvent>('return.approved', 'return', 'A return was approved'),
  rejected: defineEvent<ReturnEvent>('return.rejected', 'return', 'A return was rejected'),
  cancelled: defineEvent<ReturnEvent>(
    'return.cancelled',
    'return',
    'A return was cancelled by its buyer, or because its parcel was delivered after all',
  ),
  received: defineEvent<ReturnEvent & { refundId: string | null }>(
    'return.received',
    'return',
    'The pieces of a return arrived at the vendor',
    { webhook: true },
  ),
};
