import type { Response } from 'express';
import { sendPdf } from '#api/kernel/pdf-response.js';
import type { DerivedRows } from '#db/kernel/derived-rows.js';
import type { AppError } from '#domain/_shared/app-error.js';
import type { Context } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';

/**
 * Sends the PDFs of documents whose content is frozen: credit notes and commission invoices.
 * @param rows the PDFs, by the key of their document
 * @param isRendering makes the error for a PDF that is still being rendered
 */
export function createDocumentDownload<Key extends object>(
  { unitOfWork, storage }: Pick<Platform, 'unitOfWork' | 'storage'>,
  rows: DerivedRows<Key>,
  isRendering: () => AppError,
) {
  return async (
    ctx: Context,
    response: Response,
    document: { key: Key; name: string; storageKey: string | null },
  ): Promise<void> => {
    const { key, name, storageKey } = document;
    const file = storageKey === null ? null : await storage.get(storageKey);
    if (file) return sendPdf(response, name, file);
    // A stored file that is missing is rendered again from the frozen content.
    if (storageKey !== null) await unitOfWork.run(ctx, (tx) => rows.request(tx, [key]));
    throw isRendering();
  };
}
