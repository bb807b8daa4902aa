import type { PDFFont, PDFPage } from 'pdf-lib';
import { transliterate } from 'transliteration';

export interface ManifestRow {
  awb: string | null;
  orderNumber: string;
  courier: string;
  recipient: string;
  place: string;
  pieces: number;
}

/** A4 in points. */
const PAGE: [number, number] = [595, 842];
const MARGIN = 36;
const ROW_HEIGHT = 18;
const ROWS_PER_PAGE = 38;
const columns: { title: string; x: number; most: number; of: (row: ManifestRow) => string }[] = [
  { title: 'AWB', x: 36, most: 20, of: (row) => row.awb ?? 'pending' },
  { title: 'Order', x: 150, most: 14, of: (row) => row.orderNumber },
  { title: 'Courier', x: 230, most: 16, of: (row) => row.courier },
  { title: 'To', x: 320, most: 22, of: (row) => row.recipient },
  { title: 'Place', x: 440, most: 20, of: (row) => row.place },
  { title: 'Pcs', x: 545, most: 4, of: (row) => String(row.pieces) },
];

/** The built-in font has Latin letters alone: others are spelled out in them. */
function printable(text: string, most: number): string {
  return transliterate(text)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, most);
}

/** The list of a day's parcels, with a line for the courier's signature. At least one page, also without parcels. */
export async function manifestPdf(heading: string, rows: readonly ManifestRow[]): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await import('pdf-lib');
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const pages = Math.max(Math.ceil(rows.length / ROWS_PER_PAGE), 1);
  for (let index = 0; index < pages; index += 1) {
    const page = document.addPage(PAGE);
    const title = `${printable(heading, 80)}: ${rows.length} parcels, page ${index + 1} of ${pages}`;
    page.drawText(title, { x: MARGIN, y: PAGE[1] - MARGIN, size: 12, font });
    const shown = rows.slice(index * ROWS_PER_PAGE, (index + 1) * ROWS_PER_PAGE);
    drawRow(page, font, PAGE[1] - MARGIN - 28, (column) => column.title);
    shown.forEach((row, place) =>
      drawRow(page, font, PAGE[1] - MARGIN - 28 - (place + 1) * ROW_HEIGHT, (column) => column.of(row)),
    );
    const signature = 'Collected by: ______________________   Time: ____________';
    page.drawText(signature, { x: MARGIN, y: MARGIN, size: 10, font });
  }
  return document.save();
}

function drawRow(
  page: PDFPage,
  font: PDFFont,
  y: number,
  textOf: (column: (typeof columns)[number]) => string,
): void {
  for (const column of columns)
    page.drawText(printable(textOf(column), column.most), { x: column.x, y, size: 9, font });
}
