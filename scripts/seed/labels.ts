import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Container } from '#runtime/container.js';
import type { PlannedShipment } from './plan-shipments.js';

/** A label of four by six inches, in points. */
const SIZE: [number, number] = [288, 432];

/** Stores the labels of parcels that are under way, as the platform keeps them. Repeating it stores the same. */
export async function storeLabels(
  { storage }: Pick<Container, 'storage'>,
  planned: readonly PlannedShipment[],
): Promise<void> {
  for (const { labelKey, ...shipment } of planned) {
    if (!labelKey) continue;
    const label = Buffer.from(await labelOf(shipment));
    await storage.put(labelKey, label, { contentType: 'application/pdf', contentLength: label.length });
  }
}

async function labelOf({
  awb,
  orderNumber,
  requestedAt,
}: Omit<PlannedShipment, 'labelKey'>): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setCreationDate(requestedAt);
  document.setModificationDate(requestedAt);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage(SIZE);
  [`Demo data`, `AWB ${awb ?? ''}`, `Order ${orderNumber}`].forEach((line, index) =>
    page.drawText(line, { x: 16, y: SIZE[1] - 32 - index * 18, size: 11, font }),
  );
  return document.save();
}
