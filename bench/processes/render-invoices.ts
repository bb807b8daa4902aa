import { MockActivityEnvironment } from '@temporalio/testing';
import type { Page } from 'puppeteer-core';
import { createInvoiceDocumentsActivities } from '#activities/invoices/invoice-documents.activities.js';
import { createInvoiceTemplateReader } from '#activities/invoices/invoice-template.js';
import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import { createPublicDownload } from '#integrations/http/public-download.js';
import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import { launchBrowser } from '#integrations/pdf/launch-browser.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';

/**
 * Renders invoices that have been issued, by the platform's activity and by a bare browser with the same HTML,
 * one after the other: `node render-invoices.js <documents>`. Prints the seconds of both as a line of JSON.
 */
const PAGES = 2;
const [documents = 100] = process.argv.slice(2).map(Number);
const config = parseConfig(process.env);
const container = await createContainer(config, { name: 'bench' });
await container.start();
const { knex } = container;
const invoices = createInvoicesRepository(knex);
const template = createInvoiceTemplateReader({
  ...container,
  download: createPublicDownload({ allowHttp: !config.production }),
  onMissing: () => Promise.resolve(),
});
const pdf = createPdfRenderer({ chromePath: config.CHROME_PATH, logger: container.logger });
const activities = createInvoiceDocumentsActivities({ ...container, knex, invoices, template, pdf });

const issued = (await knex('invoices')
  .whereNotNull('snapshot')
  .orderBy('id')
  .limit(documents)
  .select('id')) as { id: string }[];
if (issued.length === 0) throw new Error('No invoice has been issued');
const origin = { actor: { type: 'system' as const, id: 'bench' }, requestId: 'bench' };

async function activity({ id }: { id: string }): Promise<void> {
  const environment = new MockActivityEnvironment();
  await environment.run(activities.renderInvoiceDocument, { invoiceId: id, revision: 1, origin });
}

/** What the activity gives to the browser. */
async function htmlOf({ id }: { id: string }): Promise<string> {
  let html = '';
  const listening = createInvoiceDocumentsActivities({
    ...container,
    knex,
    invoices,
    template,
    pdf: {
      render: (given) => {
        html = given;
        return Promise.resolve(new Uint8Array());
      },
      close: () => Promise.resolve(),
    },
    storage: { ...container.storage, put: () => Promise.resolve({ size: 0, etag: '' }) },
  });
  await new MockActivityEnvironment().run(listening.renderInvoiceDocument, {
    invoiceId: id,
    revision: 1,
    origin,
  });
  return html;
}

const running = await launchBrowser({ chromePath: config.CHROME_PATH });
const pages = await Promise.all(Array.from({ length: PAGES }, () => running.browser.newPage()));

async function print(page: Page, html: string): Promise<void> {
  await page.setContent(html, { waitUntil: 'load', timeout: 0 });
  await page.pdf({ preferCSSPageSize: true, printBackground: true, timeout: 0 });
}

/** Works the list off, so many at once. @returns seconds */
async function timed<Item>(
  items: readonly Item[],
  work: (item: Item, lane: number) => Promise<void>,
): Promise<number> {
  const queue = [...items];
  const began = performance.now();
  const lanes = Array.from({ length: PAGES }, async (_, lane) => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item, lane);
  });
  await Promise.all(lanes);
  return (performance.now() - began) / 1000;
}

const htmls: string[] = [];
for (const row of issued) htmls.push(await htmlOf(row));
const bare = (html: string, lane: number) => print(pages[lane] as Page, html);
await timed(issued.slice(0, 10), activity);
await timed(htmls.slice(0, 10), bare);
const seconds = { activity: await timed(issued, activity), bare: await timed(htmls, bare) };

await running.stop();
await pdf.close();
await container.stop();
const htmlBytes = htmls.reduce((sum, html) => sum + html.length, 0) / htmls.length;
console.log(JSON.stringify({ documents: issued.length, ...seconds, htmlBytes: Math.round(htmlBytes) }));
