import { createProductImportsRepository } from '#db/product-imports/product-imports.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Container } from '#runtime/container.js';
import { type Calendar, minutesAfter } from './calendar.js';
import { createIds } from './draw.js';
import type { PlannedProduct } from './plan-products.js';
import type { PlannedVendor } from './plan-vendors.js';

/** A product file of weeks ago, taken in or called off; the file itself is gone. */
export interface PastImport {
  id: string;
  vendor: PlannedVendor;
  fileName: string;
  fileSize: number;
  ended: 'completed' | 'cancelled';
  rowsRead: number;
  productsUnchanged: number;
  startedAt: Date;
  finishedAt: Date;
}

const BYTES_OF_A_ROW = 210;

/** The vendor account sent its whole catalog twice, and stopped the first time: the list that it sees is not empty. */
export function planPastImports(
  seed: number,
  calendar: Calendar,
  vendor: PlannedVendor,
  products: readonly PlannedProduct[],
): PastImport[] {
  const newId = createIds(seed, 'past imports');
  const own = products.filter(({ written }) => written.product.vendorId === vendor.vendor.id);
  const rowsIn = (some: readonly PlannedProduct[]) =>
    some.reduce((sum, { written }) => sum + written.variants.length, 0);
  const runs = [
    { ended: 'cancelled' as const, done: own.slice(0, Math.floor(own.length / 3)), daysAgo: 12 },
    { ended: 'completed' as const, done: own, daysAgo: 11 },
  ];
  return runs.map(({ ended, done, daysAgo }) => {
    const startedAt = calendar.daysAgo(daysAgo, 16 * 60 + 20);
    return {
      id: newId(),
      vendor,
      fileName: 'whole-catalog.csv',
      ended,
      startedAt,
      fileSize: rowsIn(own) * BYTES_OF_A_ROW,
      rowsRead: rowsIn(done),
      productsUnchanged: done.length,
      finishedAt: minutesAfter(startedAt, 1),
    };
  });
}

export async function writePastImports(
  tx: Tx,
  planned: readonly PastImport[],
  { knex }: Pick<Container, 'knex'>,
): Promise<void> {
  const imports = createProductImportsRepository<object>(knex);
  for (const { id, vendor, fileName, fileSize, ended, startedAt, finishedAt, ...counts } of planned) {
    const vendorId = vendor.vendor.id;
    const actor = { type: 'user' as const, id: vendor.owner.userId };
    const fileKey = `imports/${vendorId}/${id}.csv`;
    await imports.insert(tx, { id, vendorId, fileKey, fileName, fileSize, actor, now: startedAt });
    const job = await imports.begin(tx, id, startedAt);
    if (!job) throw new Error('An import of the past cannot begin');
    const { rowsRead } = counts;
    const checkpoint = { checkpointByte: rowsRead * BYTES_OF_A_ROW, checkpointRow: rowsRead };
    const none = {
      productsCreated: 0,
      productsUpdated: 0,
      rowsFailed: 0,
      notes: 0,
      issues: 0,
      catalogRequests: 0,
    };
    await imports.advance(tx, id, { header: {}, ...checkpoint, ...none, ...counts }, finishedAt);
    if (ended === 'completed') await imports.complete(tx, { ...job, ...checkpoint }, finishedAt);
    else await imports.end(tx, id, { status: ended, error: null }, finishedAt);
  }
}
