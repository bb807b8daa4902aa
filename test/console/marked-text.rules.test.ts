import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import fc from 'fast-check';

interface Piece {
  kind: 'same' | 'removed' | 'added';
  text: string;
}
type MarkedText = (before: string, after: string) => Piece[];

const root = join(import.meta.dirname, '..', '..');
const outfile = join(root, '.cache', `marked-text-${process.pid}.mjs`);
let markedText: MarkedText;
beforeAll(async () => {
  const entryPoints = [join(root, 'console', 'src', 'pages', 'product-approvals', 'marked-text.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  ({ markedText } = (await import(outfile)) as { markedText: MarkedText });
});
afterAll(() => rm(outfile, { force: true }));

it('words that only one of two texts has are marked, and so are tags', () => {
  expect(markedText('Brass lamp, hand made', 'Brass lantern, hand made')).toEqual([
    { kind: 'same', text: 'Brass ' },
    { kind: 'removed', text: 'lamp, ' },
    { kind: 'added', text: 'lantern, ' },
    { kind: 'same', text: 'hand made' },
  ]);
  expect(
    markedText('<p>Dry</p>', '<p><a href="/x">Dry</a></p>').filter(({ kind }) => kind === 'added'),
  ).toEqual([
    { kind: 'added', text: '<a href="/x">' },
    { kind: 'added', text: '</a>' },
  ]);
});

it('the pieces of each side are its text, whatever the texts are', () => {
  const text = fc
    .array(fc.constantFrom('a ', 'b ', 'c', '<p>', '</p>', '<', ' ', '\n', 'अ '))
    .map((all) => all.join(''));
  const side = (pieces: Piece[], without: Piece['kind']) =>
    pieces
      .filter(({ kind }) => kind !== without)
      .map((piece) => piece.text)
      .join('');
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = markedText(before, after);
      expect([side(pieces, 'added'), side(pieces, 'removed')]).toEqual([before, after]);
    }),
  );
  const long = 'word '.repeat(1_500);
  expect(side(markedText(`a ${long} b`, `c other ${long.replaceAll('word', 'mark')} d`), 'added')).toBe(
    `a ${long} b`,
  );
});
