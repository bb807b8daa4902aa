import { HOME_COUNTRY } from '#domain/_shared/address.js';
import { gstStateName } from '#domain/tax/gst-states.js';
import { carrierOrder, type CarrierOrderSource, nationalNumber } from './carrier-order.js';

const MAX_REASON = 500;

/** The body of a create-order call for what a buyer returns: collected at the buyer's, and brought to the seller. */
export function reverseOrder(source: CarrierOrderSource, reason: string): Record<string, unknown> {
  const { config, shippingAddress: buyer } = source;
  const forward = carrierOrder({ ...source, cash: false }) as Record<string, Record<string, unknown>>;
  const rvp = { delivery_type: 'RVP', rvp_reason: reason.slice(0, MAX_REASON) };
  return {
    pickup_info: {
      pickup_name: buyer.name.slice(0, 100),
      pickup_phone: nationalNumber(buyer.phone),
      pickup_pincode: buyer.postalCode,
      pickup_address: [buyer.line1, buyer.line2].filter(Boolean).join(', ').slice(0, 500),
      pickup_city: buyer.city,
      pickup_state: (buyer.country === HOME_COUNTRY && gstStateName(buyer.stateCode)) || buyer.stateCode,
      pickup_country: buyer.country,
      pickup_time: forward['pickup_info']?.['pickup_time'],
      email: source.email,
      pickup_email: source.email,
      tin: config.pickupTin,
    },
    drop_info: {
      drop_name: config.pickupName,
      drop_phone: nationalNumber(config.pickupPhone),
      drop_address: config.pickupAddress,
      drop_pincode: config.pickupPincode,
      drop_city: config.pickupCity,
      drop_state: config.pickupState,
      drop_country: HOME_COUNTRY,
      drop_email: config.pickupEmail,
    },
    shipment_details: { ...forward['shipment_details'], ...rvp },
    additional: { ...forward['additional'], ...rvp },
  };
}
