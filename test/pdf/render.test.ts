import { afterAll, describe, expect, test } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import { endlessDocument } from './long-document.js';
import { inkOf, picturesOf } from './pdf-pictures.js';

const renderer = createPdfRenderer();
afterAll(() => renderer.close());

const a4 = { width: 595, height: 842 };

describe('rendering', () => {
  test('takes size and page numbers from the document', async () => {
    const style =
      '@page { size: A4; margin: 20mm; @bottom-right { content: counter(page) " of " counter(pages) } }';
    const pdf = await renderer.render(`<style>${style}</style>one<p style="break-before: page">two`);
    const pages = (await PDFDocument.load(pdf)).getPages();
    expect(
      pages.map((page) => page.getSize()).map(({ width, height }) => [width, height].map(Math.round)),
    ).toEqual([
      [a4.width, a4.height],
      [a4.width, a4.height],
    ]);
    const texts = (await picturesOf(pdf)).map(({ text }) => text);
    expect(texts.map((text) => text.includes('1 of 2') && text.includes('one'))).toEqual([true, false]);
    expect(texts.map((text) => text.includes('2 of 2') && text.includes('two'))).toEqual([false, true]);
  });

  test('reaches the edges of the page where the document leaves no margin', async () => {
    const style = '@page { size: 40mm 40mm } body { margin: 0; background: #000 }';
    const [page] = await picturesOf(await renderer.render(`<style>${style}</style>&nbsp;`), 1);
    if (!page) throw new Error('nothing was drawn');
    expect(inkOf(page)).toBe(page.width * page.height);
  });

  test('many at once, each with its own content', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `document-${index}`);
    const pdfs = await Promise.all(names.map((name) => renderer.render(`<p>${name}</p>`)));
    const texts = await Promise.all(pdfs.map(async (pdf) => (await picturesOf(pdf))[0]?.text.trim()));
    expect(texts).toEqual(names);
  });

  test('a document that takes too long fails, and the next one does not', async () => {
    // A short one has the same time, a long one needs a minute: both are safe from the speed of the machine.
    const timed = createPdfRenderer({ timeoutMs: 6_000 });
    try {
      await expect(timed.render(endlessDocument())).rejects.toMatchObject({ failure: 'timeout' });
      await expect(timed.render('<p>short')).resolves.toBeInstanceOf(Uint8Array);
    } finally {
      await timed.close();
    }
  });
});

describe('aborting', () => {
  test('before it begins, while it waits for its turn, and while it runs', async () => {
    const gone = AbortSignal.abort(new Error('never mind'));
    await expect(renderer.render('<p>', { signal: gone })).rejects.toThrow('never mind');

    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const renderings = controllers.map(({ signal }) => renderer.render(endlessDocument(), { signal }));
    const outcomes = Promise.allSettled(renderings);
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const controller of controllers.reverse()) controller.abort(new Error('never mind'));
    // Nobody waits for the document: it would take longer than any may, and fail of that.
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'never mind' } });
    }
    await expect(renderer.render('<p>after')).resolves.toBeInstanceOf(Uint8Array);
  });
});

test('the heartbeat is heard while a document waits and runs, and stops with it', async () => {
  const single = createPdfRenderer({ pages: 1, timeoutMs: 60_000 });
  const heartbeats = { running: 0, waiting: 0 };
  const enough = new AbortController();
  const heartbeat = (which: keyof typeof heartbeats) => () => {
    heartbeats[which] += 1;
    if (heartbeats.running > 0 && heartbeats.waiting > 0) enough.abort(new Error('both were heard'));
  };
  try {
    const first = single.render(endlessDocument(), {
      signal: enough.signal,
      heartbeat: heartbeat('running'),
    });
    const outcome = expect(first).rejects.toThrow('both were heard');
    await single.render('<p>waits', { heartbeat: heartbeat('waiting') });
    await outcome;
    const before = { ...heartbeats };
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(heartbeats).toEqual(before);
  } finally {
    await single.close();
  }
});
