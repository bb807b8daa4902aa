import type { Readable } from 'node:stream';
import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { createImportErrorsRepository } from '#db/product-imports/import-errors.repository.js';
import { createImportMemoryRepository } from '#db/product-imports/import-memory.repository.js';
import {
  createProductImportsRepository,
  type ImportJob,
} from '#db/product-imports/product-imports.repository.js';
import { createCatalogRequestsRepository } from '#db/taxonomy/catalog-requests.repository.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { type FileRow, mapBatch, type MappedBatch } from '#domain/product-imports/import-batch.js';
import type { ColumnNames } from '#domain/product-imports/product-columns.js';
import { productImportErrors } from '#domain/product-imports/product-imports.errors.js';
import { productImportsEvents } from '#domain/product-imports/product-imports.events.js';
import { MAX_HEADER_BYTES, type ProductFileHeader } from '#integrations/product-files/product-file-header.js';
import {
  type ProductFileRow,
  readProductHeader,
  readProductRows,
} from '#integrations/product-files/product-rows.js';
import type { ImportProgress } from '#workflows/product-imports/product-imports.contract.js';
import type { Platform } from '#operations/platform.js';
import { createProductHold } from '#operations/product-approvals/hold-changes.js';
import { readAhead } from '#lib/read-ahead.js';
import { cleanRows } from './clean-rows.js';
import { createBatchImporter } from './import-batch.js';
import { createUnknownRequester } from './request-unknown.js';

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'settings' | 'storage' | 'clock' | 'stopping'
>;
type Job = ImportJob<ProductFileHeader>;

/** Enough rows that a statement costs little for each, few enough that a batch is over in a blink. */
const BATCH_ROWS = 500;
/** After so long the activity returns its progress to the workflow. */
const REPORT_MS = 15_000;
/** Tries of one batch when somebody else took a SKU or slug at the same moment; each sees what was taken before. */
const BATCH_ATTEMPTS = 5;

export function createProductImportsActivities(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, settings, storage, clock, stopping } = deps;
  const imports = createProductImportsRepository<ProductFileHeader>(knex);
  const memory = createImportMemoryRepository(knex);
  const importBatch = createBatchImporter({
    memory,
    errors: createImportErrorsRepository(knex),
    requestUnknown: createUnknownRequester({ outbox, requests: createCatalogRequestsRepository(knex) }),
    hold: createProductHold({ audit, outbox, settings }),
  });
  const context = (origin: Origin) => systemContext(origin, clock.now());

  async function openFile(job: Job, start: number, end?: number): Promise<Readable> {
    const object = await storage.get(job.fileKey, { start, end });
    if (!object) throw productImportErrors.fileMissing();
    return object.body;
  }

  /** The header from the start of the file; it is kept with the first batch. */
  async function readHeader(job: Job): Promise<ProductFileHeader> {
    const head = await openFile(job, 0, MAX_HEADER_BYTES - 1);
    try {
      return await readProductHeader(head);
    } finally {
      head.destroy();
    }
  }

  /**
   * Takes in the rows of one batch and moves the checkpoint behind them, all or nothing. A worker that was given up
   * for dead and comes back finds the checkpoint moved, and stops.
   */
  async function commit(job: Job, origin: Origin, header: ProductFileHeader, rows: FileBatch): Promise<Job> {
    const ctx = context(origin);
    const { id: importId, vendorId } = job;
    const { checkpointByte, checkpointRow } = rows;
    await unitOfWork.run(ctx, async (tx) => {
      const current = await imports.lock(tx, importId);
      if (current?.status !== 'running' || current.checkpointRow !== job.checkpointRow)
        throw new Superseded();
      await imports.lockVendor(tx, vendorId);
      const batch = { importId, vendorId, columns: header.columns, requestedBy: requestedBy(current), ctx };
      const { counts, productIds } = await importBatch(tx, batch, rows);
      await imports.advance(tx, importId, { ...counts, header, checkpointByte, checkpointRow }, ctx.now);
      if (productIds.length === 0) return;
      const payload = { importId, vendorId, productIds };
      outbox.append(tx, ctx, productImportsEvents.imported, importId, payload);
    });
    return { ...job, checkpointByte, checkpointRow, header };
  }

  async function commitWithRetry(...args: Parameters<typeof commit>): Promise<Job> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commit(...args);
      } catch (error) {
        const taken = (error as { code?: string }).code === '23505';
        if (!taken || attempt === BATCH_ATTEMPTS) throw error;
      }
    }
  }

  /** Reads on from the checkpoint until the end of the file, until it is time to report, or until this process stops. */
  async function readOn(start: Job, origin: Origin): Promise<void> {
    const signal = cancellationSignal();
    const until = Date.now() + REPORT_MS;
    const header = start.header ?? (await readHeader(start));
    const from = start.header && { byteOffset: start.checkpointByte, row: start.checkpointRow, header };
    const body = await openFile(start, from ? from.byteOffset : 0);
    let job = start;
    try {
      const batches = readBatches(readProductRows(body, from ?? undefined), header.columns);
      for await (const batch of readAhead(batches)) {
        if (signal.aborted) throw signal.reason;
        job = await commitWithRetry(job, origin, header, batch);
        heartbeat(job.checkpointRow);
        if (Date.now() >= until || stopping.aborted) return;
      }
    } finally {
      body.destroy();
    }
    await unitOfWork.run(context(origin), (tx) => imports.complete(tx, job, clock.now()));
  }

  return {
    /**
     * Takes in rows of the file from its checkpoint on for some seconds, and says how far it is. Done when the import
     * has ended, also by somebody else.
     */
    async importProductRows(input: { importId: string; origin: Origin }): Promise<ImportProgress> {
      const ctx = context(input.origin);
      const job = await unitOfWork.run(ctx, (tx) => imports.begin(tx, input.importId, ctx.now));
      try {
        if (job) await withHeartbeat(() => readOn(job, input.origin));
      } catch (error) {
        if (!(error instanceof Superseded)) throw error;
      }
      const state = await imports.progress(input.importId);
      if (!state) throw productImportErrors.unknownImport();
      const { status, checkpointByte: bytesRead, ...rest } = state;
      return { ...rest, bytesRead, done: status !== 'pending' && status !== 'running' };
    },

    /** Records that an import failed or was cancelled. */
    async endProductImport(input: {
      importId: string;
      status: 'failed' | 'cancelled';
      error: string | null;
      origin: Origin;
    }): Promise<void> {
      const ctx = context(input.origin);
      const { status, error } = input;
      await unitOfWork.run(ctx, (tx) => imports.end(tx, input.importId, { status, error }, ctx.now));
    },

    /** Removes the file and the memory of its products; the counts and the problems stay. */
    async clearProductImport(input: { importId: string }): Promise<void> {
      const fileKey = await imports.fileKeyOf(input.importId);
      if (fileKey) await storage.delete(fileKey);
      const signal = cancellationSignal();
      while (await memory.forgetSome(input.importId)) {
        if (signal.aborted) throw signal.reason;
        heartbeat();
      }
    },
  };
}

export type ProductImportsActivities = ReturnType<typeof createProductImportsActivities>;

/** A request names the user who uploaded the file. */
function requestedBy({ vendorId, actor, requestUnknown, catalogRequests: requested }: Job) {
  return requestUnknown && actor.type === 'user' ? { vendorId, userId: actor.id, requested } : null;
}

/** Rows of the file, mapped, with the position behind them. */
interface FileBatch extends MappedBatch {
  checkpointByte: number;
  checkpointRow: number;
}

async function* readBatches(
  rows: AsyncGenerator<ProductFileRow, void, undefined>,
  columns: ColumnNames,
): AsyncGenerator<FileBatch, void, undefined> {
  let gathered: ProductFileRow[] = [];
  const batch = (last: ProductFileRow): FileBatch => ({
    ...cleanRows(mapBatch(gathered as FileRow[], columns), columns),
    checkpointByte: last.byteOffset,
    checkpointRow: last.row,
  });
  for await (const row of rows) {
    gathered.push(row);
    if (gathered.length < BATCH_ROWS) continue;
    yield batch(row);
    gathered = [];
  }
  const last = gathered.at(-1);
  if (last) yield batch(last);
}

/** Somebody else has gone on with the import, or it has ended. */
class Superseded extends Error {}
