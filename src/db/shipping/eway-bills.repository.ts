import type { Tx } from '#db/kernel/unit-of-work.js';
import type { EwayBillDetails } from '#domain/shipping/eway-bill-details.js';

export interface EwayBillKey {
  subOrderId: string;
  vendorId: string;
  /** Null for what is in no parcel of several. */
  shipmentId: string | null;
}

/** What people have entered for e-way bills; of two editors one saves, by the version that both have read. */
export function createEwayBillsRepository() {
  return {
    /**
     * Replaces the details of a consignment.
     * @param version the one that was read, 0 where there was none
     * @returns whether it was still the current one
     */
    async save(tx: Tx, key: EwayBillKey, details: EwayBillDetails, version: number): Promise<boolean> {
      const saved =
        version === 0
          ? await tx('shipping_eway_bills')
              .insert({ ...key, ...details })
              .onConflict(tx.raw('(sub_order_id, shipment_id)'))
              .ignore()
              .returning('id')
          : await tx('shipping_eway_bills')
              .where({ ...key, version })
              .update({ ...details, version: version + 1, updatedAt: tx.fn.now() })
              .returning('id');
      return saved.length > 0;
    },
  };
}
