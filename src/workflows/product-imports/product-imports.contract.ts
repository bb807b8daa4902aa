import { defineQuery } from '@temporalio/workflow';
import type { ImportCounts } from '#domain/product-imports/product-import.js';
import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export interface ImportProductsInput {
  importId: string;
  vendorId: string;
  /** For operators who look at the run. */
  fileName: string;
  origin: Origin;
}

/** How far an import is. */
export interface ImportProgress extends ImportCounts {
  done: boolean;
  bytesRead: number;
  fileSize: number;
}

/** How far the file is read and what came of it; null before the first rows. */
export const importProgressQuery = defineQuery<ImportProgress | null>('progress');

/**
 * Takes a vendor's product file into the catalog. Started by the upload; waits for nothing but its own steps. Cancelling
 * it stops behind the batch in hand. Each batch is committed with the position behind it, so that nothing is read twice.
 */
export const importProducts = contract<ImportProductsInput>()({
  name: 'importProducts',
  ...entityIds<ImportProductsInput>('product-imports-run', (input) => input.importId),
  onRunning: 'join',
  onClosed: 'refuse',
  searchAttributes: ({ vendorId }) => ({ vendorId }),
  summary: ({ fileName }) => `Import ${fileName}`,
  queries: { progress: importProgressQuery },
});

export interface SweepUploadsInput {
  /** Longer than any upload takes: a file comes before its import. */
  olderThanHours: number;
}

/**
 * Deletes product files that no import is going to read: a process that ends between storing the file and writing the
 * import leaves one behind. Started by its schedule once a day; deleting again finds nothing.
 */
export const sweepUploads = contract<SweepUploadsInput, { seen: number; deleted: number }>()({
  name: 'sweepUploads',
  id: () => 'product-imports-sweep',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: ({ olderThanHours }) =>
    `Delete product files without an import, older than ${olderThanHours} hours`,
});
