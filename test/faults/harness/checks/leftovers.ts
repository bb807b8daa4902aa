import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSession } from '../../../_support/accounts.js';
import { createVendor } from '../../../_support/vendors.js';
import type { Fixtures } from '../flow.js';
import type { Part } from '../processes/part.js';
import type { RunFolder } from '../processes/run-folder.js';

const PRINT_MS = 60_000;
const UPLOAD_MS = 10_000;

/** Files of uploads and profiles of browsers that lie there: paths in the run's folder. */
export function leftBehind(folder: Pick<RunFolder, 'path' | 'storage' | 'temporary'>): string[] {
  const below = (path: string) => namesIn(path).map((name) => join(path, name).slice(folder.path.length + 1));
  return [
    ...below(join(folder.storage, 'temporary')),
    ...below(folder.temporary).filter((path) => /[/\\]haat-[^/\\]*$/.test(path)),
  ];
}

/** Prints an invoice again, where there is one. */
export async function printOnce({
  api,
  container,
}: Fixtures): Promise<{ invoiceId?: string; problem?: string }> {
  const { knex } = container;
  const invoice = (await knex('invoices').where({ status: 'ready' }).first('id', 'orderId', 'doneRev')) as
    | { id: string; orderId: string; doneRev: number }
    | undefined;
  if (!invoice) return {};
  const { token } = await createSession(container, { roles: ['superAdmin'] });
  await api.as(token).call('POST', `/admin/orders/${invoice.orderId}/invoice/regenerate`);
  for (const until = Date.now() + PRINT_MS; Date.now() < until; await sleep(200)) {
    const row = (await knex('invoices').where({ id: invoice.id }).first('doneRev', 'status', 'error')) as
      | { doneRev: number; status: string; error: string | null }
      | undefined;
    if (row && row.doneRev > invoice.doneRev) return { invoiceId: invoice.id };
  }
  return { invoiceId: invoice.id, problem: `invoice ${invoice.id} was not printed within a minute` };
}

/** Kills the API in the middle of an upload, when it has begun to write the file. */
export async function cutOffUpload(
  { container, folder }: Fixtures,
  apiUrl: string,
  api: Part,
): Promise<void> {
  const { token } = await createVendor(container);
  const boundary = 'cut-off-here';
  const upload = request(`${apiUrl}/vendor/products/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  // Its end is the point of it.
  upload.on('error', () => undefined);
  upload.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="products.csv"\r\ncontent-type: text/csv\r\n\r\n`,
  );
  upload.write('Handle,Title\r\n'.padEnd(200_000, 'x'));
  const begun = () => namesIn(join(folder.storage, 'temporary')).length > 0;
  for (const until = Date.now() + UPLOAD_MS; !begun() && Date.now() < until;) await sleep(50);
  if (!begun()) throw new Error('An upload that was begun is not on the disk');
  await api.kill();
  upload.destroy();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
