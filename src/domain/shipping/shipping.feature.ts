import { defineFeature } from '#domain/_shared/feature.js';

export const shippingFeature = defineFeature({
  slug: 'shipping',
  text: 'Shipping charges, carrier accounts, shipments, labels, tracking, pick lists and packing slips.',
  entities: ['orderDocument', 'parcel'],
  remedies: {
    createShipment: {
      text: 'Correct what the reason names, then create the shipment again.',
      retry: { way: 'event', subscription: 'shipping-create' },
    },
    voidShipment: {
      text: 'Cancel the parcel in the console of the carrier, then void the shipment again.',
      retry: { way: 'event', subscription: 'shipping-void' },
    },
    printOrderDocument: {
      text: 'Correct what the reason names, then print the document again.',
      retry: { way: 'event', subscription: 'shipping-documents' },
    },
    bookPickup: {
      text: 'Correct what the reason names, then request the pickup again.',
      retry: { way: 'event', subscription: 'shipping-pickups' },
    },
    pollTracking: {
      text: 'Nothing is lost: the next scheduled run asks the carriers again.',
      retry: { way: 'schedule' },
    },
  },
});
