import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import { difference, inkOf, picturesOf, type PagePicture } from './pdf-pictures.js';

/** One character of each script, so that a missing glyph gives exactly the picture of the placeholder. */
const letters = {
  'the rupee sign': '₹',
  Latin: 'A',
  Devanagari: 'क',
  Bengali: 'ক',
  Gujarati: 'ક',
  Gurmukhi: 'ਕ',
  Kannada: 'ಕ',
  Malayalam: 'ക',
  Odia: 'କ',
  Tamil: 'க',
  Telugu: 'క',
  Arabic: 'ع',
  emoji: '🪔',
  'a flag': '🇮🇳',
  'a person with a skin colour and a job': '👩🏽‍🌾',
};
const NO_SUCH_LETTER = '\u{10fffd}';
const weights = [400, 600];

const renderer = createPdfRenderer();
afterAll(() => renderer.close());

/** Each text alone on its own small page. */
async function draw(texts: string[], weight: number): Promise<PagePicture[]> {
  const style = `
    @page { size: 30mm 30mm; margin: 0 }
    p { font: ${weight} 40pt/1.4 sans-serif; margin: 0; padding: 3mm; break-after: page }
    p:last-child { break-after: auto }`;
  const pages = texts.map((text) => `<p>${text}</p>`).join('');
  const html = `<!doctype html><meta charset="utf-8"><style>${style}</style>${pages}`;
  const pictures = await picturesOf(await renderer.render(html));
  expect(pictures).toHaveLength(texts.length);
  return pictures;
}

describe.each(weights)('in weight %d', (weight) => {
  let placeholder: PagePicture;
  let pictures: PagePicture[];

  beforeAll(async () => {
    const [first, ...rest] = await draw([NO_SUCH_LETTER, ...Object.values(letters)], weight);
    if (!first) throw new Error('nothing was drawn');
    [placeholder, pictures] = [first, rest];
  });

  test.each(Object.keys(letters).map((name, index) => ({ name, index })))('$name is visible', ({ index }) => {
    const picture = pictures[index];
    if (!picture) throw new Error('no page was drawn for this letter');
    expect(inkOf(picture)).toBeGreaterThan(200);
    expect(difference(picture, placeholder)).toBeGreaterThan(200);
    for (const other of pictures.filter((item) => item !== picture)) {
      expect(difference(picture, other)).toBeGreaterThan(100);
    }
  });
});

test('letters join as their script asks', async () => {
  const [joined, apart, boxes] = await draw(['क्ष', 'क्\u200cष', NO_SUCH_LETTER.repeat(3)], 400);
  if (!joined || !apart || !boxes) throw new Error('nothing was drawn');
  expect(difference(joined, apart)).toBeGreaterThan(200);
  expect(difference(joined, boxes)).toBeGreaterThan(200);
});
