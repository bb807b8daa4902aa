import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { sendStream } from '#api/kernel/send-stream.js';
import { readForm, type UploadedFile } from '#api/kernel/upload.js';
import { createImportErrorsRepository } from '#db/product-imports/import-errors.repository.js';
import { createProductImportsRepository } from '#db/product-imports/product-imports.repository.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { errorFileHeader, errorFileRow } from '#domain/product-imports/error-file.js';
import { MAX_OPEN_IMPORTS, type ProductImport } from '#domain/product-imports/product-import.js';
import { productImportErrors } from '#domain/product-imports/product-imports.errors.js';
import { productImportsEvents } from '#domain/product-imports/product-imports.events.js';
import { uploadKey } from '#domain/product-imports/upload-key.js';
import { MAX_HEADER_BYTES, parseProductFileHeader } from '#integrations/product-files/product-file-header.js';
import { productImportFields } from './product-imports.schemas.js';
import type { Platform } from '#operations/platform.js';
import { newId } from '#lib/ids.js';
import { peekStream } from '#lib/peek-stream.js';

/** Some three million rows. It is streamed, so that this bounds the disk and nothing else. */
const MAX_FILE_BYTES = 1024 * 1024 * 1024;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'outbox' | 'gateway' | 'storage'>;

export function createProductImportsService(deps: Deps) {
  const { knex, unitOfWork, outbox, gateway, storage } = deps;
  const repository = createProductImportsRepository(knex);
  const errors = createImportErrorsRepository(knex);

  async function find(vendorId: string, importId: string): Promise<ProductImport> {
    const row = await repository.find(knex, vendorId, importId);
    if (!row) throw platformErrors.notFound({ entity: 'Product import' });
    return row;
  }

  async function assertRoom(reader: Reader, vendorId: string): Promise<void> {
    const open = await repository.countOpen(reader, vendorId);
    if (open >= MAX_OPEN_IMPORTS) throw productImportErrors.tooManyImports({ open, limit: MAX_OPEN_IMPORTS });
  }

  /** Stores the file as it arrives, unless its first line shows that it is no product file. */
  async function store(vendorId: string, importId: string, upload: UploadedFile) {
    const { head, complete, stream } = await peekStream(upload.stream, MAX_HEADER_BYTES);
    try {
      parseProductFileHeader(head, complete);
    } catch (error) {
      stream.destroy();
      throw error;
    }
    const fileKey = uploadKey(vendorId, importId);
    const { size: fileSize } = await storage.put(fileKey, stream, { contentType: 'text/csv' });
    return { fileKey, fileSize, fileName: upload.fileName };
  }

  return {
    /**
     * Takes in a product file from a multipart request and starts the import.
     * @throws AppError SERVICE_UNAVAILABLE while the engine is down, VALIDATION_ERROR for what is no product file,
     *   PAYLOAD_TOO_LARGE above 1 GiB
     */
    async upload(ctx: Context, vendorId: string, request: Request): Promise<ProductImport> {
      await gateway.assertAvailable();
      // Before a gigabyte is taken in; the transaction counts again.
      await assertRoom(knex, vendorId);
      const id = newId();
      const { taken: file, fields } = await readForm(
        request,
        { maxBytes: MAX_FILE_BYTES, fields: productImportFields },
        (upload) => store(vendorId, id, upload),
        ({ fileKey }) => storage.delete(fileKey),
      );
      const { fileName } = file;
      const { requestUnknown } = fields;
      // Where this fails, nobody knows whether it was committed: the file stays, and goes with the sweep of uploads.
      await unitOfWork.run(ctx, async (tx) => {
        await repository.lockUploads(tx, vendorId);
        await assertRoom(tx, vendorId);
        await repository.insert(tx, {
          id,
          vendorId,
          ...file,
          requestUnknown,
          actor: ctx.actor,
          now: ctx.now,
        });
        const payload = { importId: id, vendorId, fileName };
        outbox.append(tx, ctx, productImportsEvents.requested, id, payload, { handOver: true });
      });
      return find(vendorId, id);
    },

    list: (vendorId: string, query: ListQuery) => repository.list(vendorId, query),

    /** @throws AppError NOT_FOUND */
    find,

    /** Sends the problems of an import as CSV, row by row of the file, however many there are. @throws AppError NOT_FOUND */
    async sendErrors(vendorId: string, importId: string, response: Response): Promise<void> {
      const { id, fileName } = await find(vendorId, importId);
      response.set({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': contentDisposition(`errors of ${fileName.replace(/\.csv$/i, '')}.csv`),
        'Cache-Control': 'private, no-store',
      });
      await sendStream(response, errorFile(id));
    },
  };

  async function* errorFile(importId: string): AsyncGenerator<string> {
    // Spreadsheets take a file for UTF-8 by this mark only.
    yield `\uFEFF${errorFileHeader}`;
    for await (const page of errors.read(importId)) yield page.map(errorFileRow).join('');
  }
}
