import { challanDocuments } from '#db/invoices/challan-documents-tables.js';
import { createChallansRepository } from '#db/invoices/challans.repository.js';
import { lockSeries } from '#db/invoices/series.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { readConsignments } from '#db/shipping/consignments.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { ChallanSnapshot } from '#domain/invoices/challan.js';
import { layoutChallan } from '#domain/invoices/challan-document.js';
import { financialYear } from '#domain/invoices/financial-year.js';
import { invoiceSettings } from '#domain/invoices/invoices.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import {
  type ConsignedItem,
  consignmentsOf,
  type ConsignmentSource,
  documentKindOf,
} from '#domain/shipping/consignment.js';
import { courierTitle } from '#domain/shipping/couriers.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { PLAIN_TEMPLATE } from '#operations/invoices/plain-template.js';

type Deps = Pick<OperationDeps, 'numbers' | 'settings'>;

/**
 * Issues the delivery challan of a parcel after the first of an issued invoice (CGST Rules 2017, rule 55(5)), in the transaction in which
 * the parcel is sent; others have none. The order is locked by the caller.
 */
export const createChallans = builtOnce(({ numbers, settings }: Deps) => {
  const challans = createChallansRepository();

  return async (tx: Tx, ctx: Context, shipment: Shipment): Promise<void> => {
    const { id: shipmentId, subOrderId, orderId, vendorId, counted } = shipment;
    if (!counted || !(await challans.isLaterParcel(tx, shipment))) return;
    const timeZone = settings.get(storeSettings.timeZone);
    const source = await readConsignments(tx, { subOrderId, vendorId }, { now: ctx.now, timeZone });
    const build = (issuedAt: Date) => source && challanOf(source, shipment, issuedAt);
    const draft = build(ctx.now);
    // Without an invoice there is nothing that a challan could refer to: a rule has refused it.
    if (!draft) return;
    layoutChallan(draft, 'DC/0000/000001', PLAIN_TEMPLATE);
    const issuedAt = await lockSeries(tx, vendorId, 'delivery_challan');
    const snapshot = build(issuedAt) ?? draft;
    const year = financialYear(issuedAt, timeZone);
    const id = newId();
    await challans.insert(tx, {
      id,
      shipmentId,
      subOrderId,
      orderId,
      vendorId,
      prefix: settings.get(invoiceSettings.challanPrefix),
      financialYear: year,
      sequence: await numbers.next(tx, { counter: 'challan', of: vendorId, financialYear: year }),
      snapshot,
      issuedAt,
    });
    await challanDocuments.request(tx, [{ challanId: id }]);
  };
});

function challanOf(
  source: ConsignmentSource,
  { id, parcel, courierCode, awb, trackingCode }: Shipment,
  issuedAt: Date,
): ChallanSnapshot | null {
  const { snapshot, invoiceNumber } = source;
  const consignments = consignmentsOf(source);
  const own = consignments.find((consignment) => consignment.parcel?.id === id);
  if (!own || invoiceNumber === null) return null;
  const { seller, buyer, billingAddress, shippingAddress, placeOfSupply } = snapshot;
  const { orderNumber, timeZone, currency } = snapshot;
  return {
    seller,
    buyer,
    billingAddress,
    shippingAddress,
    placeOfSupply,
    orderNumber,
    timeZone,
    currency,
    issuedAt: issuedAt.toISOString(),
    invoice: {
      number: invoiceNumber,
      issuedAt: snapshot.issuedAt,
      title: documentKindOf(snapshot) === 'BIL' ? 'bill of supply' : 'invoice',
    },
    parcel,
    last: consignments.every((consignment) => consignment.parcel !== null),
    courier: courierCode ? courierTitle(courierCode) : null,
    awb: awb ?? trackingCode,
    lines: own.items.map(lineOf),
  };
}

function lineOf(item: ConsignedItem): ChallanSnapshot['lines'][number] {
  const { title, sku, hsnCode, quantity, taxableValue, taxes } = item;
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  return { title, sku, hsnCode, quantity, taxableValue, taxes, total: taxableValue + tax };
}
