import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { GstAmounts } from '#domain/invoices/gst-return.js';
import type { TcsSupply } from '#domain/ledger/tcs-supply.js';

export interface NewTcsSupply extends TcsSupply {
  transactionId: string;
  vendorId: string;
  operatorGstin: string | null;
  supplierGstin: string;
  postedAt: Date;
}

/** What the books have of a sub-order's tax collected at source. */
export interface TcsBooks {
  supplierGstin: string | null;
  supplierState: string | null;
  composition: boolean;
  /** Of each line, in the order of the invoice. */
  exempt: boolean[];
  /** The tax was withheld from the sale, before it was posted with the supply. */
  withheldFromSale: boolean;
  payOnDelivery: boolean;
  /** That of the invoice; null where none was posted. */
  collected: { value: number; tax: number; operatorGstin: string | null } | null;
  /** Of the notes. */
  reversed: { value: number; tax: number };
}

/** What tax was collected on, posted with its transactions. */
export function createTcsSuppliesRepository() {
  return {
    async insert(tx: Tx, supply: NewTcsSupply): Promise<void> {
      await tx('ledger_tcs_supplies').insert({ ...supply });
    },

    /** Read under the lock of the order. */
    async booksOf(tx: Tx, subOrderId: string): Promise<TcsBooks> {
      const { rows } = await tx.raw<{ rows: TcsBooks[] }>(
        `select v.gstin as supplier_gstin, v.state_code as supplier_state, v.gst_scheme = 'composition' as composition,
           o.payment_method = 'cod' as pay_on_delivery,
           array(select l.gst_exempt from orders_lines l where l.sub_order_id = s.id order by l.position) as exempt,
           exists (select from ledger_transactions t where t.sub_order_id = s.id and t.kind = 'sale' and coalesce(t.tcs_accrued, t.tcs) <> 0)
             as withheld_from_sale,
           (select jsonb_build_object('value', x.taxable_value, 'tax', coalesce(t.tcs_accrued, t.tcs), 'operatorGstin', x.operator_gstin)
            from ledger_transactions t join ledger_tcs_supplies x on x.transaction_id = t.id
            where t.sub_order_id = s.id and t.kind = 'tcs') as collected,
           (select jsonb_build_object('value', coalesce(sum(x.taxable_value), 0), 'tax', coalesce(-sum(coalesce(t.tcs_accrued, t.tcs)), 0))
            from ledger_transactions t join ledger_tcs_supplies x on x.transaction_id = t.id
            where t.sub_order_id = s.id and t.kind = 'tcs_reversed') as reversed
         from orders_sub_orders s join orders o on o.id = s.order_id join vendors v on v.id = s.vendor_id where s.id = ?`,
        [subOrderId],
      );
      const [books] = rows;
      if (!books) throw new Error(`Sub-order ${subOrderId} is gone`);
      return books;
    },
  };
}

/** What was collected on of a supplier's month, net of returns, by the registration of the operator. */
export async function readCollectedSupplies(
  reader: Reader,
  { vendorId, from, to }: { vendorId: string; from: Date; to: Date },
): Promise<(GstAmounts & { operatorGstin: string | null })[]> {
  const sum = (column: string) =>
    `sum(case t.kind when 'tcs' then x.${column} else -x.${column} end)::bigint as ${column}`;
  const { rows } = await reader.raw<{ rows: (GstAmounts & { operatorGstin: string | null })[] }>(
    `select x.operator_gstin, ${['taxable_value', 'igst', 'cgst', 'sgst', 'cess'].map(sum).join(', ')}
     from ledger_tcs_supplies x join ledger_transactions t on t.id = x.transaction_id
     where x.vendor_id = ? and x.posted_at >= ? and x.posted_at < ?
     group by x.operator_gstin order by x.operator_gstin`,
    [vendorId, from, to] as never[],
  );
  return rows;
}
