import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

/** Written by the build: brotli bytes of the first page, and of what each further page adds. */
const sizes = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'dist', 'console', 'sizes.json'), 'utf8'),
) as { first: number; pages: Record<string, number> };

it('the first page loads at most 280 kB, a further page at most 45 kB', () => {
  expect(sizes.first).toBeLessThanOrEqual(280_000);
  expect(Object.entries(sizes.pages).filter(([, bytes]) => bytes > 45_000)).toEqual([]);
});
