import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib';
import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import { mergePdfs } from '#integrations/pdf/merge-pdfs.js';
import { picturesOf } from './pdf-pictures.js';

const renderer = createPdfRenderer();
afterAll(() => renderer.close());

const words = ['क्षत्रिय साड़ी 🪔', 'Rated & <sold>'];
const html = (
  index: number,
) => `<!doctype html><html lang="hi"><head><meta charset="utf-8"><title>Part ${index}</title>
  <meta name="author" content="Haat"></head><body>
  <h1>${words[index]}</h1><p><a href="#terms">Terms</a> <a href="https://store.example/${index}">Shop</a></p>
  <table><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody><tr><td>Diya</td><td>₹5</td></tr></tbody></table>
  <p style="break-before: page" id="terms">The terms of part ${index}</p></body></html>`;

let merged: Uint8Array;
let document: PDFDocument;
let parts: Uint8Array[];
beforeAll(async () => {
  parts = [];
  for (const index of [0, 1]) {
    // As the author of invoices is set: Chromium writes none.
    const part = await PDFDocument.load(await renderer.render(html(index)), { updateMetadata: false });
    part.setAuthor('Kaveri Textiles');
    parts.push(await part.save());
  }
  merged = await mergePdfs(parts, 'Invoices');
  document = await PDFDocument.load(merged);
});

const dict = (holder: PDFDict, name: string) => holder.lookup(PDFName.of(name), PDFDict);
const text = (object: PDFObject | undefined) =>
  (object as PDFString | PDFHexString | undefined)?.decodeText();

/** Every element below, with its parent. */
function elements(
  object: PDFObject | undefined,
  parent: PDFObject | undefined,
): { element: PDFDict; parent: PDFObject | undefined }[] {
  const found = object instanceof PDFRef ? document.context.lookup(object) : object;
  if (found instanceof PDFArray) return found.asArray().flatMap((item) => elements(item, parent));
  if (!(found instanceof PDFDict) || !found.has(PDFName.of('S'))) return [];
  return [{ element: found, parent }, ...elements(found.get(PDFName.of('K')), object)];
}

/** Keys and values of a flat tree of numbers or names. */
function leaves(tree: PDFDict, form: string): [PDFObject, PDFObject][] {
  const items = tree.lookup(PDFName.of(form), PDFArray).asArray();
  return items.flatMap((item, index) =>
    index % 2 === 0 ? [[item, items[index + 1] as PDFObject] as const] : [],
  ) as never;
}

describe('merged documents', () => {
  test('keep title, language, author, bookmarks and what each page shows', async () => {
    expect(document.getTitle()).toBe('Invoices');
    expect(document.getAuthor()).toBe('Kaveri Textiles');
    expect(text(document.catalog.lookup(PDFName.of('Lang')))).toBe('hi');
    expect(dict(document.catalog, 'MarkInfo').lookup(PDFName.of('Marked'))?.toString()).toBe('true');
    expect(dict(document.catalog, 'Outlines').lookup(PDFName.of('Count'))?.toString()).toBe('2');
    const shown = (await picturesOf(merged)).map((page) => page.text);
    const alone = (await Promise.all(parts.map((part) => picturesOf(part)))).flat().map((page) => page.text);
    expect(shown).toEqual(alone);
    expect(shown).toHaveLength(4);
  });

  test('have each tag once, below its parent, on a page of the file', () => {
    const root = dict(document.catalog, 'StructTreeRoot');
    const rootRef = document.catalog.get(PDFName.of('StructTreeRoot'));
    const all = elements(root.get(PDFName.of('K')), rootRef);
    const kinds = all.map(({ element }) => text(element.lookup(PDFName.of('S'))));
    for (const kind of ['H1', 'Table', 'TH', 'TD', 'Link'])
      expect([kind, kinds.filter((name) => name === kind).length]).toEqual([
        kind,
        { H1: 2, Table: 2, TH: 4, TD: 4, Link: 4 }[kind],
      ]);
    const pages = new Set(document.getPages().map(({ ref }) => ref));
    for (const { element, parent } of all) {
      const above = element.get(PDFName.of('P'));
      expect(above).toBe(parent);
      const page = element.get(PDFName.of('Pg'));
      if (page) expect(pages.has(page as PDFRef)).toBe(true);
    }
    const ids = all.flatMap(({ element }) => text(element.lookup(PDFName.of('ID'))) ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('number what each page and link belongs to, without a number twice', () => {
    const tree = new Map(
      leaves(dict(dict(document.catalog, 'StructTreeRoot'), 'ParentTree'), 'Nums').map(([key, value]) => [
        (key as PDFNumber).asNumber(),
        value,
      ]),
    );
    const numbers: number[] = [];
    for (const page of document.getPages()) {
      const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? [];
      const holders = [page.node, ...annotations.map((item) => document.context.lookup(item, PDFDict))];
      for (const holder of holders)
        for (const name of ['StructParents', 'StructParent']) {
          const number = holder.lookup(PDFName.of(name));
          if (number instanceof PDFNumber) numbers.push(number.asNumber());
        }
    }
    expect(numbers.length).toBeGreaterThanOrEqual(8);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) expect(tree.has(number)).toBe(true);
    expect([...tree.keys()]).toEqual([...tree.keys()].toSorted((a, b) => a - b));
  });

  test('have links that lead within their own part, and out of the file', () => {
    const names = new Map(
      leaves(dict(dict(document.catalog, 'Names'), 'Dests'), 'Names').map(([name, place]) => [
        text(name),
        place,
      ]),
    );
    const pages = document.getPages();
    const led: number[] = [];
    const outside: (string | undefined)[] = [];
    for (const page of pages) {
      for (const item of page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? []) {
        const link = document.context.lookup(item, PDFDict);
        const action = link.lookupMaybe(PDFName.of('A'), PDFDict);
        if (action?.has(PDFName.of('URI'))) outside.push(text(action.lookup(PDFName.of('URI'))));
        const name = link.lookup(PDFName.of('Dest')) ?? action?.lookup(PDFName.of('D'));
        if (!(name instanceof PDFString)) continue;
        const place = names.get(name.decodeText());
        const found = place instanceof PDFRef ? document.context.lookup(place) : place;
        led.push(pages.findIndex(({ ref }) => ref === (found as PDFArray).get(0)));
      }
    }
    expect(led).toEqual([1, 3]);
    expect(outside).toEqual(['https://store.example/0', 'https://store.example/1']);
  });

  test('are the same bytes when they are merged again', async () => {
    expect(Buffer.from(await mergePdfs(parts, 'Invoices')).equals(Buffer.from(merged))).toBe(true);
  });
});
