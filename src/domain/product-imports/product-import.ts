import {
  boolean,
  type Columns,
  instant,
  integer,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';

export const importStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What an import has done so far. */
export interface ImportCounts {
  /** Data rows that were read. */
  rowsRead: number;
  productsCreated: number;
  productsUpdated: number;
  productsUnchanged: number;
  /** Rows that did not go in. */
  rowsFailed: number;
  /** What was left out of products that did go in. */
  notes: number;
  /** Lines of the file of errors; notes are among them. */
  issues: number;
  /** Brands and categories that were requested because the marketplace does not have them. */
  catalogRequests: number;
}

/** An upload of a product file, and what became of it. */
export const productImportColumns = {
  rowsRead: integer,
  productsCreated: integer,
  productsUpdated: integer,
  productsUnchanged: integer,
  rowsFailed: integer,
  notes: integer,
  issues: integer,
  catalogRequests: integer,
  id: uuid,
  vendorId: uuid,
  fileName: text,
  /** Bytes. */
  fileSize: integer,
  status: textOf<ImportStatus>(),
  /** Whether brands and categories that the marketplace does not have are requested. */
  requestUnknown: boolean,
  /** Bytes that were taken in. */
  checkpointByte: integer,
  /** Why it failed, as a sentence. */
  error: nullable(text),
  startedAt: nullable(instant),
  finishedAt: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type ProductImport = RowOf<typeof productImportColumns>;

/** An import as operators see it, who look at those of all vendors. */
export interface AdminImport extends ProductImport {
  vendorName: string;
}

/** What an import did to a product, all of its parts together. */
export type ProductOutcome = 'created' | 'updated' | 'unchanged';

/** What is known of a product after one more of its parts. */
export function nextOutcome(before: ProductOutcome | null, part: ProductOutcome): ProductOutcome {
  if (before === null || before === 'unchanged') return part;
  return before;
}

/** How the counts change when products go from one outcome to another. */
export function countOutcomes(
  changes: readonly { before: ProductOutcome | null; after: ProductOutcome | null }[],
): Pick<ImportCounts, 'productsCreated' | 'productsUpdated' | 'productsUnchanged'> {
  const sum = (outcome: ProductOutcome) =>
    changes.filter(({ after }) => after === outcome).length -
    changes.filter(({ before }) => before === outcome).length;
  return {
    productsCreated: sum('created'),
    productsUpdated: sum('updated'),
    productsUnchanged: sum('unchanged'),
  };
}

/** Imports of one vendor that may wait or run at once; their batches follow each other, so that more would not be faster. */
export const MAX_OPEN_IMPORTS = 5;
