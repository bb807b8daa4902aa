/** A parcel where the lines say nothing else: grams and centimetres. */
export interface ParcelSize {
  weight: number;
  length: number;
  breadth: number;
  height: number;
}

/** An account of the aggregator at one courier. */
export interface CourierAccount {
  cpId: number;
  accountCode: string;
}

/** The configuration of a carrier account, of a vendor or of the platform; an empty text is "not set". */
export interface CarrierConfig {
  apiKey: string;
  username: string;
  webhookSecret: string;
  pickupPincode: string;
  enabledCouriers: string[];
  courierMap: Record<string, CourierAccount>;
  pickupName: string;
  pickupAddress: string;
  pickupCity: string;
  pickupState: string;
  pickupPhone: string;
  pickupEmail: string;
  pickupTin: string;
  defaultParcel: ParcelSize | null;
}

/** The fields with the last part of their setting keys. */
export const carrierFieldNames = {
  apiKey: 'api_key',
  username: 'username',
  webhookSecret: 'webhook_secret',
  pickupPincode: 'pickup_pincode',
  enabledCouriers: 'enabled_couriers',
  courierMap: 'courier_map',
  pickupName: 'pickup_name',
  pickupAddress: 'pickup_address',
  pickupCity: 'pickup_city',
  pickupState: 'pickup_state',
  pickupPhone: 'pickup_phone',
  pickupEmail: 'pickup_email',
  pickupTin: 'pickup_tin',
  defaultParcel: 'default_parcel',
} as const satisfies Record<keyof CarrierConfig, string>;

export type CarrierField = keyof typeof carrierFieldNames;
export const carrierFields = Object.keys(carrierFieldNames) as CarrierField[];

/** What a shipment cannot be created without, the courier's entry in the map apart. */
const required: readonly CarrierField[] = [
  ...(['apiKey', 'username', 'pickupPincode', 'pickupName', 'pickupAddress', 'pickupCity'] as const),
  ...(['pickupState', 'pickupPhone', 'pickupEmail', 'pickupTin', 'defaultParcel'] as const),
];

/** The setting keys (`carrier.api_key`, …) that a shipment needs and that are not set. */
export function missingCarrierKeys(config: CarrierConfig, courierCode?: string): string[] {
  const missing = required.filter((field) => !config[field]);
  const keys = missing.map((field) => `carrier.${carrierFieldNames[field]}`);
  const mapped = courierCode
    ? Object.hasOwn(config.courierMap, courierCode)
    : Object.keys(config.courierMap).length > 0;
  return mapped ? keys : [...keys, `carrier.courier_map${courierCode ? `.${courierCode}` : ''}`];
}
