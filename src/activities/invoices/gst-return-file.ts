import { pipeline } from 'node:stream/promises';
import type { AttemptControl, WrittenFile } from '#activities/_shared/export-attempts.js';
import { countReturnDocuments } from '#db/invoices/gst-return.query.js';
import { gstReturnCsv } from '#domain/invoices/gst-return-csv.js';
import type { ReportExport } from '#domain/reports/report-export.js';
import { createGstReturnMaker } from '#operations/invoices/make-gst-return.js';
import type { Platform } from '#operations/platform.js';

/** Writes GST returns of any number of documents: what is kept while they are added up is what the return lists. */
export function createGstReturnFile({ knex, settings }: Pick<Platform, 'knex' | 'settings'>) {
  const makeGstReturn = createGstReturnMaker({ knex, settings });

  return async function gstReturnFile(
    { vendorId, format, params }: ReportExport,
    { signal, total, written, store }: AttemptControl,
  ): Promise<WrittenFile> {
    const { month } = params.filters;
    if (vendorId === null || month === undefined) throw new Error('A GST return is of a month of a vendor');
    const of = { vendorId, from: new Date(params.from), to: new Date(params.to) };
    await total(await countReturnDocuments(knex, of));
    const made = await makeGstReturn(month, of, { added: written, signal });
    const [contentType, text] =
      format === 'json'
        ? ['application/json; charset=utf-8', `${JSON.stringify(made, null, 2)}\n`]
        : ['text/csv; charset=utf-8', gstReturnCsv(made)];
    const fileSize = await store(contentType, (body) => pipeline([text], body));
    return { truncated: false, fileSize };
  };
}
