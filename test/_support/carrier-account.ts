import type { CarrierConfig } from '#domain/shipping/carrier-config.js';

/** Signs the webhooks of the carrier's sandbox unless it is started with another. */
export const CARRIER_SECRET = 'carrier-sandbox-webhook-secret-0000';

/** An account at the carrier's sandbox; `route` is what its webhooks are sent to, `platform` or the id of a vendor. */
export function accountOf(route: string): CarrierConfig {
  return {
    apiKey: `cp_test_${route}`,
    username: 'haat',
    webhookSecret: CARRIER_SECRET,
    pickupPincode: '400001',
    enabledCouriers: [],
    courierMap: { delhivery: { cpId: 4, accountCode: 'DELHIVERY_SURFACE' } },
    pickupName: 'Warehouse',
    pickupAddress: '1 Dock Road',
    pickupCity: 'Mumbai',
    pickupState: 'Maharashtra',
    pickupPhone: '9820012345',
    pickupEmail: 'dock@example.com',
    pickupTin: '27AAPFU0939F1ZV',
    defaultParcel: { weight: 500, length: 20, breadth: 15, height: 10 },
  };
}
