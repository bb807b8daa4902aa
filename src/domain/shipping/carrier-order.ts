import type { Address } from '#domain/_shared/address.js';
import { HOME_COUNTRY } from '#domain/_shared/address.js';
import { gstStateName } from '#domain/tax/gst-states.js';
import type { CarrierConfig, CourierAccount } from './carrier-config.js';
import { currencyUnits } from './currency-units.js';

/** Everything that a create-order call says; the same source gives the same body at every try. */
export interface CarrierOrderSource {
  reference: string;
  orderNumber: string;
  config: CarrierConfig;
  account: CourierAccount;
  email: string;
  shippingAddress: Address;
  /** Subunits of the sub-order, shipping and taxes in it. */
  total: number;
  /** To be collected at the door. */
  cash: boolean;
  /** Subunits of the total that store credit has paid. */
  storeCredit?: number;
  invoice: { number: string; /** `YYYY-MM-DD` */ date: string };
  pickupAt: Date;
  lines: {
    variantId: string;
    sku: string | null;
    title: string;
    variantTitle: string | null;
    quantity: number;
    /** Subunits of a piece. */
    unitPrice: number;
    /** Grams of a piece. */
    weight: number | null;
  }[];
}

const COUNTRY = 'IN';
const MAX_DESCRIPTION = 250;

/** The body of a create-order call. Amounts are currency units, weights grams, sizes centimetres. */
export function carrierOrder(source: CarrierOrderSource): Record<string, unknown> {
  const { config, account, shippingAddress: to } = source;
  const parcel = config.defaultParcel;
  if (!parcel) throw new Error('A shipment needs a default parcel');
  const amount = currencyUnits(source.total);
  return {
    pickup_info: {
      pickup_name: config.pickupName,
      pickup_phone: nationalNumber(config.pickupPhone),
      pickup_pincode: config.pickupPincode,
      pickup_address: config.pickupAddress,
      pickup_city: config.pickupCity,
      pickup_state: config.pickupState,
      pickup_country: COUNTRY,
      pickup_time: indiaTime(source.pickupAt),
      email: config.pickupEmail,
      pickup_email: config.pickupEmail,
      tin: config.pickupTin,
    },
    drop_info: {
      drop_name: to.name.slice(0, 100),
      drop_phone: nationalNumber(to.phone),
      drop_address: [to.line1, to.line2].filter(Boolean).join(', ').slice(0, 500),
      drop_pincode: to.postalCode,
      drop_city: to.city,
      drop_state: (to.country === HOME_COUNTRY && gstStateName(to.stateCode)) || to.stateCode,
      drop_country: to.country,
      drop_email: source.email,
    },
    shipment_details: {
      items: source.lines.map((line) => ({
        sku: line.sku ?? line.variantId,
        description: [line.title, line.variantTitle].filter(Boolean).join(', ').slice(0, MAX_DESCRIPTION),
        quantity: line.quantity,
        price: currencyUnits(line.unitPrice),
        ...(line.weight ? { weight: line.weight } : {}),
      })),
      invoice_value: amount,
      invoice_number: source.invoice.number,
      invoice_date: source.invoice.date,
      reference_number: source.reference,
      length: parcel.length,
      breadth: parcel.breadth,
      height: parcel.height,
      weight: totalWeight(source.lines) || parcel.weight,
      // Both agree, or the order is refused.
      cod_value: source.cash ? currencyUnits(source.total - (source.storeCredit ?? 0)) : 0,
      order_type: source.cash ? 'COD' : 'PREPAID',
      courier_partner_id: account.cpId,
      courier_partner: account.cpId,
      account_code: account.accountCode,
    },
    additional: {
      label: true,
      async: false,
      delivery_type: 'FORWARD',
      order_id: source.orderNumber,
      account_code: account.accountCode,
      return_info: {
        name: config.pickupName,
        phone: nationalNumber(config.pickupPhone),
        address: config.pickupAddress,
        pincode: config.pickupPincode,
        city: config.pickupCity,
        state: config.pickupState,
        country: COUNTRY,
      },
    },
  };
}

const INDIA_MS = 5.5 * 60 * 60 * 1_000;

/** Carriers read the time of a pickup as India's, whatever zone stands beside it. */
function indiaTime(at: Date): string {
  return `${new Date(at.getTime() + INDIA_MS).toISOString().slice(0, 19)}+05:30`;
}

function totalWeight(lines: CarrierOrderSource['lines']): number {
  return lines.reduce((sum, { weight, quantity }) => sum + (weight ?? 0) * quantity, 0);
}

/** Carriers take ten digits where we keep a country code. */
export function nationalNumber(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length > 10 && digits.startsWith('91') ? digits.slice(2) : digits;
}
