import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { renderInvoiceHtml } from '#activities/invoices/invoice-html.js';
import { layoutInvoice } from '#domain/invoices/invoice-document.js';
import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import { mergePdfs } from '#integrations/pdf/merge-pdfs.js';
import { renderTemplate } from '#integrations/mail/render-template.js';
import { EXPAT, hasPythonModule, OPENPYXL, readByPython } from '../_support/foreign-readers.js';
import { hardTexts } from '../_support/hard-texts.js';
import { makeSettings, makeSnapshot } from '../invoices/invoice-factory.js';
import { picturesOf } from '../pdf/pdf-pictures.js';
import { createVendor } from '../_support/vendors.js';
import { unzip } from './read-workbook.js';
import { expectCells, expectCsv, reportOfTexts } from './report-of-texts.js';
import { exportedFile, type ReportShop, startReportShop } from './report-shop.js';

let shop: ReportShop;
let columns: number;
beforeAll(async () => {
  shop = await startReportShop();
  const { reports } = shop.platform.container;
  const report = reportOfTexts(reports, hardTexts);
  columns = report.columns.length;
  reports.add('platform', report);
});
afterAll(() => shop.stop());

describe('forty hard texts', () => {
  test('are read back from CSV', async () => {
    const { file } = await exportedFile(shop.http, 'hard-texts', { format: 'csv' });
    expectCsv(file, hardTexts, columns);
  });

  test('are read back from XLSX by openpyxl, and each part of the file by expat', async () => {
    if (!(await hasPythonModule('openpyxl'))) return;
    const { file } = await exportedFile(shop.http, 'hard-texts', { format: 'xlsx' });
    const [, ...rows] = (await readByPython(OPENPYXL, file)) as [value: string, type: string][][];
    expectCells(
      rows.map((cells) => cells.map(([value]) => value)),
      hardTexts,
      columns,
    );
    expect(new Set(rows.flat().map(([, type]) => type))).toEqual(new Set(['s']));
    for (const [name, part] of unzip(file))
      expect([name, Array.isArray(await readByPython(EXPAT, part))]).toEqual([name, true]);
  });

  test('are products whose titles the API gives back as they were sent', async () => {
    const vendor = await createVendor(shop.platform.container);
    const http = shop.platform.http.as(vendor.token);
    for (const title of hardTexts) {
      const created = await http.post<{ id: string; title: string }>('/vendor/products', { title });
      expect([title, created.status, created.body.data.title]).toEqual([title, 201, title.trim()]);
      const read = await http.get<{ title: string }>(`/vendor/products/${created.body.data.id}`);
      expect(read.body.data.title).toBe(title.trim());
    }
  });
});

describe('documents', () => {
  const renderer = createPdfRenderer();
  afterAll(() => renderer.close());

  /** As pages show a text: without blanks and signs of format, compatibility forms and non-characters as what they stand for. */
  const squeezed = (text: string) =>
    text.normalize('NFKC').replace(/[\s\p{Cf}\ufdd0-\ufdef\ufffd\ufffe]/gu, '');
  /** Letters in another order than they are read, or more than one sign on a letter: all of them are there. */
  const isReordered = (text: string) => /[\u0590-\u07ff\u202a-\u202e]|\p{M}{3}|̀/u.test(text);

  test('show each text in an invoice, alone and merged', async () => {
    const texts = hardTexts.filter((text) => !/[\ufdd0-\ufdef]/u.test(text));
    const html = await renderInvoiceHtml(
      layoutInvoice(
        makeSnapshot({ lines: texts.map((title) => ({ title })) }),
        'INV/2627/000001',
        makeSettings(),
      ),
    );
    const invoice = await renderer.render(html);
    for (const pdf of [invoice, await mergePdfs([invoice, invoice], 'Invoices')]) {
      const shown = squeezed((await picturesOf(pdf)).map(({ text }) => text).join(' '));
      for (const text of texts) {
        if (isReordered(text))
          for (const letter of squeezed(text)) expect([text, shown.includes(letter)]).toEqual([text, true]);
        else expect([text, shown.includes(squeezed(text))]).toEqual([text, true]);
      }
    }
  });
});

test('mails hold each text in subject, HTML and plain text', async () => {
  const brand = {
    storeName: 'Haat',
    storeUrl: 'https://store.example',
    supportEmail: '',
    accentColor: '#0f5c4d',
    accentTextColor: '#ffffff',
    logoUrl: '',
    footerText: '',
    footerLinks: [],
    socialLinks: [],
  };
  const words = { subject: 'S {{ x }}', heading: 'H {{ x }}', preheader: 'P', body: '<p>B {{ x }}</p>' };
  const transport = createTransport({ streamTransport: true, buffer: true });
  /** Of one line, as a mail program shows it. */
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const shownIn = (html: string) =>
    plain(
      html
        .replace(/<[^>]*>/g, ' ')
        .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    );
  for (const x of hardTexts) {
    const mail = renderTemplate(words, { variables: { x }, customerName: 'Asha', brand });
    const sent = await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', ...mail });
    const { subject = '', html = '', text = '' } = await PostalMime.parse(sent.message as unknown as Buffer);
    expect(subject).toBe(plain(`S ${x}`));
    expect([x, shownIn(html).includes(plain(`B ${x}`))]).toEqual([x, true]);
    expect([x, text.replace(/\s+/g, '').includes(`B ${x}`.replace(/\s+/g, ''))]).toEqual([x, true]);
  }
});
