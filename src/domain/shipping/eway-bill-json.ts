import { HOME_COUNTRY } from '#domain/_shared/address.js';
import type { InvoiceAddress } from '#domain/invoices/invoice-snapshot.js';
import { DateTime } from 'luxon';
import {
  type Consignment,
  type ConsignedItem,
  type ConsignmentSource,
  documentKindOf,
} from './consignment.js';
import { courierTitle } from './couriers.js';
import { currencyUnits } from './currency-units.js';
import type { EwayBillTerms } from './eway-bill.js';
import { type SavedEwayBill, TRANSPORT_MODE_CODES } from './eway-bill-details.js';

/** The version of the portal's file for several bills. */
const VERSION = '1.0.0621';
const MAX_ADDRESS = 120;
const MAX_NAME = 100;
/** A buyer without a registration. */
const UNREGISTERED = 'URP';
const OUTWARD = { supplyType: 'O', subSupplyType: 1, subSupplyDesc: '' };
/** A delivery challan, with which the parcels after the first travel. */
const CHALLAN = 'CHL';

/**
 * The file that the e-way bill portal takes for a consignment: amounts in rupees, days as `dd/mm/yyyy`. A distance that nobody
 * has entered is left to the portal, which knows it between PIN codes, and a vehicle to the transporter.
 */
export function ewayBillJson(source: ConsignmentSource, consignment: Consignment, terms: EwayBillTerms) {
  const { snapshot, invoiceNumber } = source;
  const { seller, shippingAddress: to, billingAddress, buyer } = snapshot;
  const { items } = consignment;
  const challan = consignment.parcel?.challan ?? null;
  const issued = DateTime.fromISO(challan?.issuedAt ?? snapshot.issuedAt, { zone: snapshot.timeZone });
  const total = (of: (item: ConsignedItem) => number) => items.reduce((sum, item) => sum + of(item), 0);
  const other = total((item) => item.other) + consignment.untaxedShipping;
  const taxes = total(({ cgst, sgst, igst }) => cgst + sgst + igst);
  return {
    version: VERSION,
    billLists: [
      {
        userGstin: seller.gstin ?? '',
        ...OUTWARD,
        docType: challan ? CHALLAN : documentKindOf(snapshot),
        docNo: challan?.number ?? invoiceNumber ?? '',
        docDate: issued.toFormat('dd/MM/yyyy'),
        // Billed to one place and sent to another.
        transType: samePlace(billingAddress, to) ? 1 : 2,
        fromGstin: seller.gstin ?? '',
        fromTrdName: (seller.tradeName ?? seller.legalName).slice(0, MAX_NAME),
        ...place('from', seller.address),
        ...states('From', seller.stateCode, seller.stateCode),
        toGstin: buyer.gstin ?? billingAddress.gstin ?? UNREGISTERED,
        toTrdName: buyer.name.slice(0, MAX_NAME),
        ...place('to', to),
        ...states(
          'To',
          billingAddress.country === HOME_COUNTRY ? billingAddress.stateCode : to.stateCode,
          to.stateCode,
        ),
        totalValue: currencyUnits(total((item) => item.taxableValue)),
        cgstValue: currencyUnits(total((item) => item.cgst)),
        sgstValue: currencyUnits(total((item) => item.sgst)),
        igstValue: currencyUnits(total((item) => item.igst)),
        cessValue: 0,
        TotNonAdvolVal: 0,
        OthValue: currencyUnits(other),
        totInvValue: currencyUnits(total((item) => item.taxableValue) + taxes + other),
        ...transportOf(consignment, terms),
        mainHsnCode: Number(mainItem(items)?.hsnCode ?? 0),
        itemList: items.map(itemOf),
      },
    ],
  };
}

/** How the goods travel: what people have entered, else what is known of the parcel. */
function transportOf({ parcel, details }: Consignment, { transporterIds }: EwayBillTerms) {
  const courier = parcel?.courierCode ?? null;
  const document = details?.documentNumber
    ? { number: details.documentNumber, on: details.documentOn }
    : { number: parcel?.awb ?? '', on: parcel?.awb ? parcel.sentOn : null };
  return {
    transMode: TRANSPORT_MODE_CODES[details?.transportMode ?? 'road'],
    transDistance: details?.distanceKm ?? 0,
    transporterName: transporterName(details, courier),
    transporterId: details?.transporterId ?? (courier && transporterIds[courier]) ?? '',
    transDocNo: document.number,
    transDocDate: document.on ? DateTime.fromISO(document.on).toFormat('dd/MM/yyyy') : '',
    vehicleNo: details?.vehicleNumber ?? '',
    vehicleType: details?.vehicleType === 'over_dimensional' ? 'O' : 'R',
  };
}

function transporterName(details: SavedEwayBill | null, courier: string | null): string {
  if (details?.transporterName) return details.transporterName;
  // The id of another transporter does not go with the name of the courier.
  return courier && !details?.transporterId ? courierTitle(courier) : '';
}

function itemOf(item: ConsignedItem, index: number) {
  const { title, hsnCode, quantity, rate, igst } = item;
  const half = igst > 0 ? 0 : rate / 2;
  return {
    itemNo: index + 1,
    productName: title.slice(0, MAX_NAME),
    productDesc: title.slice(0, MAX_NAME),
    hsnCode: Number(hsnCode ?? 0),
    quantity,
    qtyUnit: 'NOS',
    taxableAmount: currencyUnits(item.taxableValue),
    sgstRate: half,
    cgstRate: half,
    igstRate: igst > 0 ? rate : 0,
    cessRate: 0,
    cessNonAdvol: 0,
  };
}

function mainItem(items: readonly ConsignedItem[]): ConsignedItem | undefined {
  return [...items].sort((a, b) => b.taxableValue - a.taxableValue)[0];
}

function place(side: 'from' | 'to', address: Omit<InvoiceAddress, 'name' | 'phone'>) {
  return {
    [`${side}Addr1`]: address.line1.slice(0, MAX_ADDRESS),
    [`${side}Addr2`]: (address.line2 ?? '').slice(0, MAX_ADDRESS),
    [`${side}Place`]: address.city.slice(0, 50),
    [`${side}Pincode`]: Number(address.postalCode.replace(/\D/g, '')) || 0,
  };
}

function states(side: 'From' | 'To', billed: string, actual: string) {
  return {
    [`${side.toLowerCase()}StateCode`]: Number(billed) || 0,
    [`actual${side}StateCode`]: Number(actual) || 0,
  };
}

function samePlace(a: InvoiceAddress, b: InvoiceAddress): boolean {
  return a.postalCode === b.postalCode && a.stateCode === b.stateCode && a.line1 === b.line1;
}
