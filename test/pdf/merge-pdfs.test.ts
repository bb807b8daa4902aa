import { expect, test } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { mergePdfs } from '#integrations/pdf/merge-pdfs.js';

async function pdfWithWidths(...widths: number[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const width of widths) document.addPage([width, 100]);
  return document.save();
}

test('all pages of all parts, in order', async () => {
  const merged = await mergePdfs([await pdfWithWidths(101, 102), await pdfWithWidths(103)]);
  const pages = (await PDFDocument.load(merged)).getPages();
  expect(pages.map((page) => page.getWidth())).toEqual([101, 102, 103]);
});

test('a single part is given back as it is', async () => {
  const part = await pdfWithWidths(101);
  expect(await mergePdfs([part])).toBe(part);
});

test('nothing, or what is no PDF, is refused', async () => {
  await expect(mergePdfs([])).rejects.toThrow(RangeError);
  await expect(mergePdfs([await pdfWithWidths(101), new Uint8Array([1, 2, 3])])).rejects.toThrow();
});
