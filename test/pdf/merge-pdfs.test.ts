import { expect, jest, test } from '@jest/globals';
import { type PDFArray, type PDFDict, PDFDocument, type PDFHexString, PDFName } from 'pdf-lib';
import { mergePdfs } from '#integrations/pdf/merge-pdfs.js';

const TITLE = 'Invoices of order HT-1';

async function pdfWithWidths(...widths: number[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const width of widths) document.addPage([width, 100]);
  return document.save();
}

test('all pages of all parts, in order', async () => {
  const merged = await mergePdfs([await pdfWithWidths(101, 102), await pdfWithWidths(103)], TITLE);
  const pages = (await PDFDocument.load(merged)).getPages();
  expect(pages.map((page) => page.getWidth())).toEqual([101, 102, 103]);
});

test('the file has a title, and a bookmark at the first page of each part', async () => {
  const titled = async (title: string) => {
    const document = await PDFDocument.load(await pdfWithWidths(101, 102));
    document.setTitle(title);
    return document.save();
  };
  const names = ['Tax Invoice INV/2627/000001, Kaveri Textiles', 'Invoice INV/2627/000002, नीला'];
  const merged = await PDFDocument.load(await mergePdfs(await Promise.all(names.map(titled)), TITLE));
  expect(merged.getTitle()).toBe(TITLE);
  const outline = merged.catalog.lookup(PDFName.of('Outlines')) as PDFDict;
  const found: [string, number][] = [];
  let item = outline.lookup(PDFName.of('First')) as PDFDict | undefined;
  while (item) {
    const page = (item.lookup(PDFName.of('Dest')) as PDFArray).get(0);
    const title = (item.lookup(PDFName.of('Title')) as PDFHexString).decodeText();
    found.push([title, merged.getPages().findIndex(({ ref }) => ref === page)]);
    item = item.lookup(PDFName.of('Next')) as PDFDict | undefined;
  }
  expect(found).toEqual([
    [names[0], 0],
    [names[1], 2],
  ]);
});

test('merging the same files again gives the same bytes, whenever it is done', async () => {
  const parts = [await pdfWithWidths(101, 102), await pdfWithWidths(103)];
  const first = await mergePdfs(parts, TITLE);
  // PDF dates have seconds.
  jest.useFakeTimers({ now: Date.now() + 86_400_000, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  try {
    expect(Buffer.from(await mergePdfs(parts, TITLE)).equals(Buffer.from(first))).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test('a single part is given back as it is', async () => {
  const part = await pdfWithWidths(101);
  expect(await mergePdfs([part], TITLE)).toBe(part);
});

test('nothing, or what is no PDF, is refused', async () => {
  await expect(mergePdfs([], TITLE)).rejects.toThrow(RangeError);
  await expect(mergePdfs([await pdfWithWidths(101), new Uint8Array([1, 2, 3])], TITLE)).rejects.toThrow();
});
