import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ContentPage } from '#domain/content-pages/content-page.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createPageDesk, outcomes } from './page-desk.js';

let kernel: TestKernel;
let desk: ReturnType<typeof createPageDesk>;

beforeAll(async () => {
  kernel = await startKernel();
  desk = createPageDesk(kernel.container);
});
afterAll(() => kernel.stop());

const index = fc.nat({ max: 9 });
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), page: index, other: index }),
  fc.record({ do: fc.constant('move' as const), page: index, other: index }),
  fc.record({ do: fc.constant('publish' as const), page: index, other: index }),
  fc.record({ do: fc.constant('duplicate' as const), page: index, other: index }),
  fc.record({ do: fc.constant('delete' as const), page: index, other: index }),
  fc.record({ do: fc.constant('restore' as const), page: index, other: index }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const readAll = () => kernel.container.knex<ContentPage>('content_pages').orderBy('id');

function run(one: Step, pages: ContentPage[]): Promise<unknown> {
  const at = (place: number) => pages[place % Math.max(1, pages.length)];
  const [page, other] = [at(one.page), at(one.other)];
  if (!page || one.do === 'create') return desk.create({ parentId: one.other > 6 ? null : other?.id });
  if (one.do === 'move') return desk.update(page.id, { parentId: one.other > 7 ? null : other?.id });
  if (one.do === 'publish') return desk.update(page.id, { status: one.other > 4 ? 'DRAFT' : 'PUBLISHED' });
  return desk[one.do](page.id);
}

function expectTree(pages: ContentPage[], before: ContentPage[]): void {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const live = pages.filter(({ deletedAt }) => !deletedAt);
  expect(new Set(live.map(({ slug }) => slug)).size).toBe(live.length);
  for (const page of live) {
    const path = new Set<string>();
    for (let one: ContentPage | undefined = page; one; one = byId.get(one.parentId ?? '')) {
      expect(path.has(one.id)).toBe(false);
      expect(one.deletedAt).toBeNull();
      path.add(one.id);
    }
  }
  for (const { id, publishedAt } of before)
    if (publishedAt) expect(byId.get(id)?.publishedAt).toEqual(publishedAt);
}

it('after any sequence of changes pages are a tree with unique live slugs (page-tree)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await kernel.container.knex.raw('truncate content_pages cascade');
      let before: ContentPage[] = [];
      for (const one of steps) {
        const [result] = await outcomes([run(one, before)]);
        expect(['ok', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR']).toContain(result);
        const after = await readAll();
        expectTree(after, before);
        before = after;
      }
    }),
    { numRuns: 100 },
  );
}, 120_000);
