import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { build } from 'esbuild';

interface Placed {
  id: string;
  sortOrder: number;
}

const root = join(import.meta.dirname, '..', '..');
const outfile = join(root, '.cache', `sort-orders-${process.pid}.mjs`);
let sortOrdersAfterMove: (rows: readonly Placed[], from: number, to: number, least?: number) => Placed[];
beforeAll(async () => {
  const entry = join(root, 'console', 'src', 'generic', 'sort-orders.ts');
  await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm' });
  ({ sortOrdersAfterMove } = (await import(outfile)) as { sortOrdersAfterMove: typeof sortOrdersAfterMove });
});
afterAll(() => rm(outfile, { force: true }));

const rows = (...sortOrders: number[]) =>
  sortOrders.map((sortOrder, index) => ({ id: 'abcdefgh'[index] ?? '', sortOrder }));

/** The rows by their new sort orders; rows that share one keep the order in which they stood. */
function after(from: number, to: number, before: ReturnType<typeof rows>, least?: number): string {
  const changed = new Map(
    sortOrdersAfterMove(before, from, to, least).map(({ id, sortOrder }) => [id, sortOrder]),
  );
  return before
    .map(({ id, sortOrder }) => ({ id, sortOrder: changed.get(id) ?? sortOrder }))
    .sort((first, second) => first.sortOrder - second.sortOrder)
    .map(({ id }) => id)
    .join('');
}

it('two neighbours with sort orders of their own change them, and no other row is written', () => {
  expect(sortOrdersAfterMove(rows(0, 10, 20, 30), 2, 1)).toEqual([
    { id: 'c', sortOrder: 10 },
    { id: 'b', sortOrder: 20 },
  ]);
  expect(after(0, 3, rows(0, 10, 20, 30))).toBe('bcda');
});

it('rows that share a sort order make room above, and those below stay', () => {
  expect(sortOrdersAfterMove(rows(0, 0, 0, 0, 0), 2, 1)).toEqual([
    { id: 'a', sortOrder: -20 },
    { id: 'c', sortOrder: -10 },
  ]);
  expect(after(2, 1, rows(0, 0, 0, 0, 0))).toBe('acbde');
  expect(after(1, 2, rows(0, 0, 0, 0, 0))).toBe('acbde');
  expect(after(4, 3, rows(-5, 0, 0, 7, 7))).toBe('abced');
});

it('without room above, all rows are written from the least sort order on', () => {
  expect(after(2, 1, rows(0, 0, 0, 0, 0), 0)).toBe('acbde');
  expect(sortOrdersAfterMove(rows(0, 0, 0), 1, 0, 0)).toEqual([
    { id: 'a', sortOrder: 10 },
    { id: 'c', sortOrder: 20 },
  ]);
});
