import { createHash } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

/** A document that somebody has. */
export interface Download {
  orderId: string;
  /** Of who downloaded it. */
  token: string;
  bytes: Buffer;
}

/** Who has downloaded an invoice gets the same again. */
export async function downloadsAreThere(
  { api }: Pick<Fixtures, 'api'>,
  downloads: readonly Download[],
): Promise<Finding> {
  const problems: string[] = [];
  for (const { orderId, token, bytes } of downloads) {
    const again = await api.as(token).bytes(`/store/orders/${orderId}/invoice`, [404, 409, 425]);
    if (again.status !== 200) problems.push(`the invoice of order ${orderId} gets ${again.status}`);
    else if ((await digestOf(again.bytes)) !== (await digestOf(bytes)))
      problems.push(
        `the invoice of order ${orderId} has other contents (${again.bytes.length} bytes, ${bytes.length} then)`,
      );
  }
  return finding('what was downloaded can be downloaded again', downloads.length, problems);
}

/** Of everything but the time: the documents of an order's vendors are put together anew for each who downloads them. */
export async function digestOf(pdf: Buffer): Promise<string> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  return createHash('sha256')
    .update(await document.save())
    .digest('hex');
}
