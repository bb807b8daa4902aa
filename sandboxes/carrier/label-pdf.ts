import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Parcel } from './parcels.js';

/** A label of four by six inches, in points. */
const SIZE: [number, number] = [288, 432];

/** The label of a parcel: one page. */
export async function labelPdf(parcel: Parcel): Promise<Uint8Array> {
  const { order } = parcel;
  const document = await PDFDocument.create();
  // Equal parcels give equal bytes.
  document.setCreationDate(new Date(parcel.readyAt));
  document.setModificationDate(new Date(parcel.readyAt));
  const page = document.addPage(SIZE);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const { drop_info: drop, shipment_details: shipment } = order;
  const lines = [
    `${parcel.courierName} - SANDBOX`,
    `AWB ${parcel.waybill}`,
    `Ref ${parcel.reference}`,
    '',
    drop.drop_name,
    drop.drop_address,
    `${drop.drop_city} ${drop.drop_pincode}`,
    '',
    shipment.order_type === 'COD' ? `COD ${shipment.cod_value}` : 'PREPAID',
    `${shipment.weight} g`,
  ];
  // The built-in font has no other letters.
  const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 48);
  lines.forEach((line, index) =>
    page.drawText(printable(line), { x: 16, y: SIZE[1] - 32 - index * 18, size: 11, font }),
  );
  return document.save();
}
