import type { Reader } from '#db/kernel/unit-of-work.js';
import { readInvoiceSource } from '#db/invoices/invoice-source.query.js';
import { buildSnapshot } from '#domain/invoices/build-snapshot.js';
import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import { formatSerial } from '#domain/invoices/serial.js';
import type { ConsignmentSource } from '#domain/shipping/consignment.js';

interface Row extends Pick<ConsignmentSource, 'lines' | 'parcels' | 'details'> {
  snapshot: InvoiceSnapshot | null;
  prefix: string | null;
  financialYear: string | null;
  sequence: number | null;
}

/** The invoice of a confirmed sub-order of a vendor, as it would be where it is not issued, with its parcels. */
export async function readConsignments(
  reader: Reader,
  { subOrderId, vendorId }: { subOrderId: string; vendorId: string },
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<ConsignmentSource | undefined> {
  const { rows } = await reader.raw<{ rows: Row[] }>(
    `select i.snapshot, i.prefix, i.financial_year, i.sequence,
       (select jsonb_agg(jsonb_build_object('lineId', l.id, 'ordered', l.quantity, 'cancelled', l.cancelled_quantity, 'sent', l.sent_quantity,
          'exempt', l.gst_exempt) order by l.position)
        from orders_lines l where l.sub_order_id = p.id) as lines,
       (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.parcel, 'counted', s.counted,
          'courierCode', s.courier_code, 'awb', s.awb, 'pieces', s.lines,
          'sentOn', (s.created_at at time zone 'Asia/Kolkata')::date,
          'challan', (select jsonb_build_object('number', c.prefix || '/' || c.financial_year || '/' || lpad(c.sequence::text, 6, '0'),
            'issuedAt', c.issued_at) from invoices_challans c where c.shipment_id = s.id)) order by s.parcel), '[]')
        from shipping_shipments s where s.sub_order_id = p.id and s.status in ('creating', 'created')) as parcels,
       (select coalesce(jsonb_agg(jsonb_build_object('shipmentId', e.shipment_id, 'version', e.version,
          'transportMode', e.transport_mode, 'vehicleNumber', e.vehicle_number, 'vehicleType', e.vehicle_type,
          'transporterId', e.transporter_id, 'transporterName', e.transporter_name,
          'documentNumber', e.document_number, 'documentOn', e.document_on, 'distanceKm', e.distance_km,
          'ewayBillNumber', e.eway_bill_number, 'generatedOn', e.generated_on, 'validUntil', e.valid_until)), '[]')
        from shipping_eway_bills e where e.sub_order_id = p.id and e.vendor_id = p.vendor_id) as details
     from orders_sub_orders p
     left join invoices i on i.sub_order_id = p.id
     where p.id = ? and p.vendor_id = ? and p.confirmed_at is not null`,
    [subOrderId, vendorId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { prefix, financialYear, sequence, lines, parcels, details } = row;
  const snapshot = row.snapshot ?? (await unissued(reader, subOrderId, now, timeZone));
  if (!snapshot) return undefined;
  const isIssued = prefix !== null && financialYear !== null && sequence !== null;
  return {
    snapshot,
    lines,
    parcels,
    details,
    invoiceNumber: isIssued ? formatSerial({ prefix, financialYear, sequence }) : null,
  };
}

async function unissued(reader: Reader, subOrderId: string, now: Date, timeZone: string) {
  const source = await readInvoiceSource(reader, subOrderId);
  return source && buildSnapshot(source, now, timeZone);
}
