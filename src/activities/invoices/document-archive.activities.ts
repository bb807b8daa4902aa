import type { AttemptControl, ExportAttempts, WrittenFile } from '#activities/_shared/export-attempts.js';
import { type MonthDocument, readMonthDocuments } from '#db/invoices/month-documents.query.js';
import type { Origin } from '#domain/_shared/context.js';
import { type FailedDocument, failedDocumentsCsv } from '#domain/invoices/failed-documents-csv.js';
import { MAX_ARCHIVED_DOCUMENTS } from '#domain/invoices/document-archive.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { fileSerial, formatSerial } from '#domain/invoices/serial.js';
import type { ReportExport } from '#domain/reports/report-export.js';
import type { Platform } from '#operations/platform.js';
import type { ArchivedDocument } from './archived-document.js';
import { writeZip } from '#activities/_shared/zip-file.js';

type Deps = Pick<Platform, 'knex'> & { attempt: ExportAttempts; archivedDocument: ArchivedDocument };

const NO_DOCUMENTS = 'No invoices or credit notes were issued in this month.\r\n';

/** Writes ZIPs of the invoices and credit notes of a month. */
export function createDocumentArchiveActivities({ knex, attempt, archivedDocument }: Deps) {
  async function write(row: ReportExport, control: AttemptControl, origin: Origin): Promise<WrittenFile> {
    const { vendorId, params } = row;
    const month = { vendorId, from: new Date(params.from), to: new Date(params.to) };
    const documents = await readMonthDocuments(knex, month, MAX_ARCHIVED_DOCUMENTS + 1);
    if (documents.length > MAX_ARCHIVED_DOCUMENTS)
      throw invoicesErrors.archiveTooLarge({ limit: MAX_ARCHIVED_DOCUMENTS });
    const { signal, written, store } = control;
    await control.total(documents.length);
    const failed: FailedDocument[] = [];
    const fileSize = await store('application/zip', (body) =>
      writeZip(body, signal, async (zip) => {
        for (const [index, document] of documents.entries()) {
          const content = await archivedDocument(document, origin, signal);
          if ('problem' in content) failed.push(failedDocument(document, content.problem));
          else await zip.add(pathOf(document, vendorId), content, document.issuedAt);
          written(index + 1);
        }
        // Dated like the month, so that the same documents make the same bytes.
        if (failed.length > 0)
          await zip.add('failed-documents.csv', Buffer.from(failedDocumentsCsv(failed)), month.from);
        if (documents.length === 0) await zip.add('no-documents.txt', Buffer.from(NO_DOCUMENTS), month.from);
      }),
    );
    return { truncated: false, fileSize };
  }

  return {
    /**
     * Writes the ZIP of an export. Documents without a PDF are printed; one that cannot be is listed in it.
     * @returns until when the file is kept; null when the export has ended meanwhile, and has no file
     */
    writeDocumentArchive(input: { exportId: string; origin: Origin }): Promise<{ expiresAt: string } | null> {
      return attempt(input, (row, control) => write(row, control, input.origin));
    },
  };
}

export type DocumentArchiveActivities = ReturnType<typeof createDocumentArchiveActivities>;

/** Numbers are unique for a vendor: in a ZIP of all vendors each has a folder. */
function pathOf(document: MonthDocument, vendorId: string | null): string {
  const folder = document.kind === 'invoice' ? 'invoices' : 'credit-notes';
  const path = `${folder}/${fileSerial(document)}.pdf`;
  return vendorId === null ? `${document.vendorFolder}/${path}` : path;
}

function failedDocument(document: MonthDocument, problem: string): FailedDocument {
  const { kind, vendorFolder: vendor } = document;
  return { kind, vendor, number: formatSerial(document), problem };
}
