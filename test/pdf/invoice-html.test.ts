import { afterAll, describe, expect, test } from '@jest/globals';
import { layoutInvoice } from '#domain/invoices/invoice-document.js';
import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import { renderInvoiceHtml } from '#activities/invoices/invoice-html.js';
import {
  makeSettings,
  makeSnapshot,
  type LineInput,
  type SnapshotInput,
} from '../invoices/invoice-factory.js';
import { inkOf, picturesOf, type PagePicture } from './pdf-pictures.js';

const SERIAL = 'INV/2627/000042';
const renderer = createPdfRenderer();
afterAll(() => renderer.close());

function htmlOf(
  snapshot: SnapshotInput = {},
  settings: Parameters<typeof makeSettings>[0] = {},
): Promise<string> {
  return renderInvoiceHtml(layoutInvoice(makeSnapshot(snapshot), SERIAL, makeSettings(settings)));
}

async function pagesOf(
  snapshot: SnapshotInput,
  settings?: Parameters<typeof makeSettings>[0],
): Promise<PagePicture[]> {
  return picturesOf(await renderer.render(await htmlOf(snapshot, settings)));
}

describe('the template', () => {
  test('prints what people wrote, and never runs it as markup', async () => {
    const hostile = `<img src=x onerror=alert(1)> "q" & 'a' {{ seller.name }} {% if %}`;
    const html = await htmlOf(
      {
        lines: [{ title: hostile, sku: hostile, hsnCode: hostile, taxes: [{ type: hostile, rate: 5 }] }],
        orderNumber: hostile,
        buyer: { name: hostile },
      },
      { title: hostile, declarationText: hostile, customerCareLines: [hostile], footerNote: hostile },
    );
    expect(html).not.toContain('<img src=x');
    expect(
      html.split('&lt;img src=x onerror=alert(1)&gt; &#34;q&#34; &amp; &#39;a&#39; {{ seller.name }}').length,
    ).toBeGreaterThan(8);
  });

  test('the serial cannot break out of the style sheet', async () => {
    const view = layoutInvoice(makeSnapshot(), '"} body { display: none } </style>', makeSettings());
    expect(await renderInvoiceHtml(view)).toContain('content: "bodydisplaynone/style"');
  });

  test('a view without a name that it prints is an error, not a gap', async () => {
    const view = layoutInvoice(makeSnapshot(), SERIAL, makeSettings());
    const { amountInWords: _left, ...incomplete } = view;
    await expect(renderInvoiceHtml(incomplete as typeof view)).rejects.toThrow(/amountInWords/);
  });

  test('leaves out what the settings leave out', async () => {
    const html = await htmlOf(
      {},
      { showAuthorizedSignatory: false, declarationText: '', customerCareLines: [], footerNote: '' },
    );
    for (const word of ['Authorised signatory', '<h2>Declaration', '<h2>Customer care', '<footer>', '<img']) {
      expect(html).not.toContain(word);
    }
  });
});

describe('on paper', () => {
  test('a usual order fits one page and shows all of it', async () => {
    const lines: LineInput[] = [
      { quantity: 2, discount: 5_000 },
      { title: 'पीतल का लोटा', hsnCode: null },
      {},
    ];
    const pages = await pagesOf({ lines, shipping: 4_900 });
    expect(pages).toHaveLength(1);
    const text = pages[0]?.text ?? '';
    for (const subOrder of [
      SERIAL,
      '22 Nov 2026',
      '29AAGCB7383J1Z4',
      'Karnataka (29)',
      'reverse charge',
      'CGST',
      'SGST',
      'Shipping',
    ]) {
      expect(text).toContain(subOrder);
    }
    expect(text).toContain('Page 1 of 1');
  });

  test('an export shows integrated tax, whatever its state code looks like', async () => {
    const { seller, shippingAddress } = makeSnapshot();
    const osaka = {
      ...shippingAddress,
      city: 'Osaka',
      stateCode: '09',
      postalCode: '5300001',
      country: 'JP',
    };
    const up = { seller: { ...seller, gstin: '09AAACH7409R1ZZ', stateCode: '09' }, placeOfSupply: '09' };
    const [page] = await pagesOf({ ...up, shippingAddress: osaka });
    expect(page?.text).toContain('Japan');
    expect(page?.text).toContain('IGST');
    expect(page?.text).not.toMatch(/CGST|SGST/);
  });

  test('sixty lines run over pages that each have the heading, the serial and whole rows', async () => {
    const lines: LineInput[] = Array.from({ length: 60 }, (_, index) => ({
      title:
        index % 4 === 0
          ? `Item ${index + 1} with a name so long that it takes more than a single line`
          : `Item ${index + 1}`,
      sku: `LINE-${index + 1}-END`,
      unitPrice: 10_000 + index,
    }));
    const pages = await pagesOf({ lines });
    expect(pages.length).toBeGreaterThan(2);
    const goods = pages.filter(({ text }) => text.includes('LINE-'));
    pages.forEach(({ text }, index) => {
      expect(text).toContain(SERIAL);
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    });
    for (const { text } of goods) expect(text).toContain('Description');
    for (const [index, line] of lines.entries()) {
      // A row is whole when its name, its SKU and its total stand on the same page.
      const page = pages.find(({ text }) => text.includes(`LINE-${index + 1}-END`));
      expect(page?.text).toContain(`Item ${index + 1}`);
      const total = ((line.unitPrice ?? 0) * 1.18) / 100;
      expect(page?.text).toContain(total.toFixed(2));
    }
    expect(pages.at(-1)?.text).toContain('Grand total');
  });

  test('logo, QR code and signature are visible', async () => {
    const square =
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60"/></svg>';
    const image = `data:image/svg+xml;base64,${Buffer.from(square).toString('base64')}`;
    const [without] = await pagesOf({});
    const [withImages] = await pagesOf(
      {},
      { logoUrl: image, showQr: true, qrImage: image, authorizedSignatoryImage: image },
    );
    if (!without || !withImages) throw new Error('nothing was drawn');
    // Three filled squares of at least 14 mm, at two pixels a point.
    expect(inkOf(withImages) - inkOf(without)).toBeGreaterThan(3 * 75 ** 2);
  });
});
