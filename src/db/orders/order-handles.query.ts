import { uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { parseSerial } from '#domain/invoices/serial.js';

/** A text that names an order through something of it may name several: a serial is unique within one vendor alone. */
const MAX = 20;

/** The orders whose parcel has this AWB, or whose invoice this serial (`INV/2627/000001` or `INV-2627-000001`). */
export async function ordersByHandle(reader: Reader, text: string): Promise<string[]> {
  const serial = parseSerial(text);
  const byAwb = 'select order_id from shipping_shipments where awb = ?';
  const bySerial = 'select order_id from invoices where sequence = ? and financial_year = ? and prefix = ?';
  const rows = await query(reader, { orderId: uuid })(
    `select distinct order_id from (${byAwb}${serial ? ` union all ${bySerial}` : ''}) as found limit ${MAX}`,
    [text, ...(serial ? [serial.sequence, serial.financialYear, serial.prefix] : [])],
  );
  return rows.map(({ orderId }) => orderId);
}
