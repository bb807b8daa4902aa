import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createProductSearchService } from '#api/search/product-search.service.js';
import { systemContext } from '#domain/_shared/context.js';
import { writeSynonyms } from '../../scripts/seed/write-synonyms.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { loadDemoCatalog } from './demo-catalog.js';
import { indexNow } from './index-now.js';

const file = join(import.meta.dirname, 'first-three.txt');
let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
  const { container, ctx } = kernel;
  await loadDemoCatalog(container);
  await container.unitOfWork.run(systemContext({ name: 'demo-data' }, ctx.now), (tx) =>
    writeSynonyms(tx, 1, ctx.now),
  );
  await indexNow(container);
});
afterAll(() => kernel.stop());

/** `text = taken for (words left out) | first | second | third`, as the file has it. */
async function lineOf(search: ReturnType<typeof createProductSearchService>, q: string): Promise<string> {
  const { data, metadata } = await search.search(
    { q, limit: 3, understand: true, facets: false },
    new Date(),
  );
  const { didYouMean, relaxed, understood } = metadata;
  const taken = [
    q,
    ...(didYouMean === undefined ? [] : [`= ${didYouMean}`]),
    ...(understood ? [`[${understood.minPrice ?? ''} to ${understood.maxPrice ?? ''}]`] : []),
    ...(relaxed ? [`(without ${relaxed.dropped.join(', ')})`] : []),
  ];
  return [taken.join(' '), ...data.products.map(({ title }) => title)].join(' | ');
}

/**
 * Looked through by a person line by line; a change of ranking shows here what it does to whom. `ACCEPT=1` writes what is
 * found: look at the difference before it is committed.
 */
it('texts of buyers find these three products of the demo data first', async () => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const texts = lines.map((line) => line.split(/ \| | = | \(without | \[\d| \[ to /)[0] ?? '');
  const service = createProductSearchService({ ...kernel.container, onStop: () => undefined });
  const found: string[] = [];
  for (const q of texts) found.push(await lineOf(service, q));
  if (process.env['ACCEPT']) writeFileSync(file, `${found.join('\n')}\n`);
  expect(texts).toHaveLength(120);
  expect(found).toEqual(lines);
});
