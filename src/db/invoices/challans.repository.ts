import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ChallanSnapshot } from '#domain/invoices/challan.js';
import type { SerialParts } from '#domain/invoices/serial.js';
import { createFrozenDocuments } from './frozen-documents.repository.js';

export interface NewChallan extends SerialParts {
  id: string;
  shipmentId: string;
  subOrderId: string;
  orderId: string;
  vendorId: string;
  snapshot: ChallanSnapshot;
  issuedAt: Date;
}

/** A challan with where its PDF lies. */
export interface StoredChallan extends SerialParts {
  id: string;
  vendorId: string;
  storageKey: string | null;
}

const documents = createFrozenDocuments<ChallanSnapshot>({
  issued: 'invoices_challans',
  files: 'invoices_challan_documents',
  key: 'challanId',
});

/** Delivery challans: one for each parcel after the first of an invoice, never changed. */
export function createChallansRepository() {
  return {
    ...documents,

    async insert(tx: Tx, { snapshot, ...challan }: NewChallan): Promise<void> {
      await tx('invoices_challans').insert({ ...challan, snapshot: JSON.stringify(snapshot) });
    },

    /** Whether another parcel of the sub-order was sent before: the invoice travels with that. */
    async isLaterParcel(tx: Tx, { subOrderId, id }: { subOrderId: string; id: string }): Promise<boolean> {
      const other = await tx('shipping_shipments')
        .where({ subOrderId, status: 'created', counted: true })
        .whereNot({ id })
        .first('id');
      return other !== undefined;
    },

    /** The challan of a parcel; of one vendor where it is named. */
    async ofParcel(
      reader: Reader,
      { parcelId, vendorId }: { parcelId: string; vendorId?: string },
    ): Promise<StoredChallan | undefined> {
      const rows = reader('invoices_challans as c')
        .leftJoin('invoices_challan_documents as d', 'd.challanId', 'c.id')
        .where('c.shipmentId', parcelId);
      if (vendorId) void rows.where('c.vendorId', vendorId);
      return (await rows.first(
        'c.id',
        'c.vendorId',
        'c.prefix',
        'c.financialYear',
        'c.sequence',
        'd.storageKey',
      )) as StoredChallan | undefined;
    },
  };
}
