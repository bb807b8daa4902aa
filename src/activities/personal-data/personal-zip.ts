import { Readable, type Writable } from 'node:stream';
import { writeZip, type ZipFile } from '#activities/_shared/zip-file.js';
import { type PersonalDocument, personalDocuments } from '#db/personal-data/personal-documents.query.js';
import { type PersonalRow, personalRows } from '#db/personal-data/personal-rows.query.js';
import { fileSerial, formatSerial } from '#domain/invoices/serial.js';
import { EXPORT_PAGE } from '#domain/personal-data/personal-data-export.js';
import { zipReadme, type ZippedTable } from '#domain/personal-data/personal-zip-readme.js';
import type { Storage } from '#integrations/storage/storage.js';
import { afterErasure, type FileJob, shownTables } from './personal-file.js';

type ZipJob = FileJob & { storage: Pick<Storage, 'get'> };

/**
 * Writes everything that is declared about a person as a ZIP: one JSON file for each table that has rows, the PDFs of
 * invoices and credit notes that are stored, and a README that says what each file is.
 */
export async function writePersonalZip(job: ZipJob, target: Writable): Promise<void> {
  const { createdAt, signal } = job;
  await writeZip(target, signal, async (zip) => {
    const tables = await addTables(job, zip);
    const documents = await addDocuments(job, zip);
    const empty = tables.filter(({ rows }) => rows === 0).map(({ text }) => text);
    const contents = { createdAt, tables: tables.filter(({ rows }) => rows > 0), empty, ...documents };
    await zip.add('README.txt', Buffer.from(zipReadme(contents)), createdAt);
  });
}

async function addTables({ knex, person, createdAt, written }: ZipJob, zip: ZipFile): Promise<ZippedTable[]> {
  const tables: ZippedTable[] = [];
  let total = 0;
  for (const table of shownTables()) {
    const path = `data/${table.table}.json`;
    let rows = 0;
    const pages = personalRows(knex, table, person, EXPORT_PAGE);
    const first = await pages.next();
    if (!first.done) {
      const counted = (page: readonly PersonalRow[]) => {
        rows += page.length;
        written((total += page.length));
      };
      await zip.addStream(path, Readable.from(jsonOf(first.value, pages, counted)), createdAt, {
        compress: true,
      });
    }
    tables.push({ path, text: table.text, rows, afterErasure: afterErasure(table) });
  }
  return tables;
}

/** A list in JSON, one row a line. */
async function* jsonOf(
  first: PersonalRow[],
  others: AsyncGenerator<PersonalRow[]>,
  counted: (page: readonly PersonalRow[]) => void,
): AsyncGenerator<Buffer> {
  const text = (page: readonly PersonalRow[]) => page.map((row) => JSON.stringify(row)).join(',\n');
  counted(first);
  yield Buffer.from(`[\n${text(first)}`);
  for await (const page of others) {
    counted(page);
    yield Buffer.from(`,\n${text(page)}`);
  }
  yield Buffer.from('\n]\n');
}

async function addDocuments(
  { knex, person, storage }: ZipJob,
  zip: ZipFile,
): Promise<{ documents: number; withoutPdf: string[] }> {
  const withoutPdf: string[] = [];
  let documents = 0;
  for await (const document of personalDocuments(knex, person, EXPORT_PAGE)) {
    const { storageKey, issuedAt } = document;
    const stored = storageKey === null ? null : await storage.get(storageKey);
    if (stored) {
      await zip.addStream(pathOf(document), stored.body, issuedAt, { compress: false });
      documents += 1;
    } else withoutPdf.push(`${formatSerial(document)} (${document.vendorFolder})`);
  }
  return { documents, withoutPdf };
}

function pathOf(document: PersonalDocument): string {
  const folder = document.kind === 'invoice' ? 'invoices' : 'credit-notes';
  return `${folder}/${document.vendorFolder}/${fileSerial(document)}.pdf`;
}
