import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ImportCounts, ImportStatus, ProductImport } from '#domain/product-imports/product-import.js';

export interface NewImport {
  id: string;
  vendorId: string;
  fileKey: string;
  fileName: string;
  fileSize: number;
  requestUnknown?: boolean;
  actor: Actor;
  now: Date;
}

/** An import as the one who works it off needs it. `header` is null until the first batch was written. */
export interface ImportJob<Header> {
  id: string;
  vendorId: string;
  fileKey: string;
  fileSize: number;
  status: ImportStatus;
  /** Who uploaded the file. */
  actor: Actor;
  requestUnknown: boolean;
  catalogRequests: number;
  header: Header | null;
  checkpointByte: number;
  checkpointRow: number;
}

/** What one batch adds, and where it ends. */
export interface BatchProgress<Header> extends ImportCounts {
  header: Header;
  /** Offset in the file just after the last row, and that row's number. */
  checkpointByte: number;
  checkpointRow: number;
}

const countColumns: (keyof ImportCounts)[] = [
  'rowsRead',
  'productsCreated',
  'productsUpdated',
  'productsUnchanged',
  'rowsFailed',
  'notes',
  'issues',
  'catalogRequests',
];

export const importColumns = [
  'id',
  'vendorId',
  'fileName',
  'fileSize',
  'status',
  'requestUnknown',
  'checkpointByte',
  ...countColumns,
  'error',
  'startedAt',
  'finishedAt',
  'createdAt',
  'updatedAt',
];

const jobColumns = [
  'id',
  'vendorId',
  'fileKey',
  'fileSize',
  'status',
  'actor',
  'requestUnknown',
  'catalogRequests',
  'header',
  'checkpointByte',
  'checkpointRow',
];

const open: ImportStatus[] = ['pending', 'running'];

/** `Header` is what the reader of product files wants to have kept with a position; plain data to this repository. */
export function createProductImportsRepository<Header>(knex: Knex) {
  return {
    async insert(tx: Tx, { actor, now, ...row }: NewImport): Promise<void> {
      await tx('product_imports').insert({
        ...row,
        actor: JSON.stringify(actor),
        createdAt: now,
        updatedAt: now,
      });
    },

    list: (vendorId: string, query: ListQuery): Promise<Page<ProductImport>> =>
      listPage<ProductImport>({
        base: knex('product_imports').where({ vendorId }),
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['fileName'],
        select: importColumns,
      }),

    async find(reader: Reader, vendorId: string, importId: string): Promise<ProductImport | undefined> {
      return await reader('product_imports').where({ id: importId, vendorId }).first(importColumns);
    },

    /** Marks an import as running; undefined when it has ended. */
    async begin(tx: Tx, importId: string, now: Date): Promise<ImportJob<Header> | undefined> {
      const [row] = (await tx('product_imports')
        .where({ id: importId })
        .whereIn('status', open)
        .update({ status: 'running', startedAt: tx.raw('coalesce(started_at, ?)', [now]), updatedAt: now })
        .returning(jobColumns)) as ImportJob<Header>[];
      return row;
    },

    /** The import, locked; its worker has to find the position where it left it. */
    async lock(tx: Tx, importId: string): Promise<ImportJob<Header> | undefined> {
      return await tx('product_imports').where({ id: importId }).forUpdate().first(jobColumns);
    },

    /** Batches of one vendor follow each other, so that two imports at once do not stand in each other's way. */
    async lockVendor(tx: Tx, vendorId: string): Promise<void> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('product-imports:' || ?, 0))`, [vendorId]);
    },

    /** How many imports of a vendor wait or run. */
    async countOpen(reader: Reader, vendorId: string): Promise<number> {
      const rows = (await reader('product_imports')
        .where({ vendorId })
        .whereIn('status', open)
        .count({ open: '*' })) as { open: number | string }[];
      return Number(rows[0]?.open ?? 0);
    },

    /** Until the transaction ends, uploads of one vendor at once count each other. */
    async lockUploads(tx: Tx, vendorId: string): Promise<void> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('product-uploads:' || ?, 0))`, [vendorId]);
    },

    /** How far an import is. */
    async progress(
      importId: string,
    ): Promise<(ImportCounts & Pick<ProductImport, 'status' | 'fileSize' | 'checkpointByte'>) | undefined> {
      return await knex('product_imports')
        .where({ id: importId })
        .first('status', 'fileSize', 'checkpointByte', ...countColumns);
    },

    /** Whether an import is there that has not ended. */
    async isOpen(importId: string): Promise<boolean> {
      const row = await knex('product_imports').where({ id: importId }).whereIn('status', open).first('id');
      return row !== undefined;
    },

    async fileKeyOf(importId: string): Promise<string | undefined> {
      const row = await knex('product_imports').where({ id: importId }).first('fileKey');
      return row?.fileKey;
    },

    async advance(tx: Tx, importId: string, progress: BatchProgress<Header>, now: Date): Promise<void> {
      const { header, checkpointByte, checkpointRow, ...counts } = progress;
      const added = Object.entries(counts).map(([column, count]) => [
        column,
        tx.raw('?? + ?', [column, count]),
      ]);
      await tx('product_imports')
        .where({ id: importId })
        .update({
          ...Object.fromEntries(added),
          header: JSON.stringify(header),
          checkpointByte,
          checkpointRow,
          updatedAt: now,
        });
    },

    /** Marks an import as completed that was read to the end of its file, unless it goes on from another position. */
    async complete(tx: Tx, { id, checkpointRow }: ImportJob<Header>, now: Date): Promise<void> {
      await tx('product_imports')
        .where({ id, checkpointRow, status: 'running' })
        .update({ status: 'completed', checkpointByte: tx.ref('fileSize'), finishedAt: now, updatedAt: now });
    },

    /** Ends an import that cannot go on; one that has ended stays as it is. */
    async end(
      tx: Tx,
      importId: string,
      end: { status: 'failed' | 'cancelled'; error: string | null },
      now: Date,
    ): Promise<void> {
      await tx('product_imports')
        .where({ id: importId })
        .whereIn('status', open)
        .update({ ...end, finishedAt: now, updatedAt: now });
    },
  };
}
