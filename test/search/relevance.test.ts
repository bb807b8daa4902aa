import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { loadDemoCatalog } from './demo-catalog.js';
import { indexNow } from './index-now.js';
import { type JudgedQuery, judgedQueries } from './judged-queries.js';
import { queryOf } from './search-documents.js';

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
  await loadDemoCatalog(kernel.container);
  await indexNow(kernel.container);
});
afterAll(() => kernel.stop());

/** What comes first where that is wrong. */
async function wrongFirst({ q, title, brand }: JudgedQuery): Promise<string[]> {
  const { hits } = await kernel.container.search.search(queryOf({ q, limit: 3 }));
  const [first] = hits;
  if (first && title.test(first.title) && (brand === undefined || first.brandName === brand)) return [];
  return [`${q}: ${first ? `${first.title} (${first.brandName ?? 'no brand'})` : 'nothing'}`];
}

it('relevance: nine of ten judged queries over the demo data have the right product first', async () => {
  const wrong: string[] = [];
  for (const query of judgedQueries) wrong.push(...(await wrongFirst(query)));
  expect(judgedQueries).toHaveLength(60);
  // Listed by their texts, so that a failure says what has changed.
  expect(wrong.slice(6)).toEqual([]);
});
