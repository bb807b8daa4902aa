import { ACTED, type PersonalData } from '#db/kernel/personal-data.js';

export const shippingPersonalData: PersonalData = {
  tables: [],
  none: {
    shipping_events: 'keeps the scans of a parcel, which name places of the carrier',
    shipping_pickup_scans: 'keeps the scans of a parcel, which name places of the carrier',
    shipping_shipments: 'names the parcel and its order; the address is that of the order',
    shipping_pickups: 'names the pickup of a vendor or a return; the address is that of the order',
    shipping_documents: ACTED,
  },
};
