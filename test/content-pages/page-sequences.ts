import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { ContentPage } from '#domain/content-pages/content-page.js';
import type { Container } from '#runtime/container.js';
import { createPageDesk, outcomes } from './page-desk.js';

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

type Desk = ReturnType<typeof createPageDesk>;

function run(desk: Desk, item: Step, pages: ContentPage[]): Promise<unknown> {
  const at = (place: number) => pages[place % Math.max(1, pages.length)];
  const [page, other] = [at(item.page), at(item.other)];
  if (!page || item.do === 'create') return desk.create({ parentId: item.other > 6 ? null : other?.id });
  if (item.do === 'move') return desk.update(page.id, { parentId: item.other > 7 ? null : other?.id });
  if (item.do === 'publish') return desk.update(page.id, { status: item.other > 4 ? 'DRAFT' : 'PUBLISHED' });
  return desk[item.do](page.id);
}

function expectTree(pages: ContentPage[], before: ContentPage[]): void {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const live = pages.filter(({ deletedAt }) => !deletedAt);
  expect(new Set(live.map(({ slug }) => slug)).size).toBe(live.length);
  for (const page of live) {
    const path = new Set<string>();
    for (let item: ContentPage | undefined = page; item; item = byId.get(item.parentId ?? '')) {
      expect(path.has(item.id)).toBe(false);
      expect(item.deletedAt).toBeNull();
      path.add(item.id);
    }
  }
  for (const { id, publishedAt } of before)
    if (publishedAt) expect(byId.get(id)?.publishedAt).toEqual(publishedAt);
}

/** Creates, moves, publishes, duplicates, deletes and restores at random; after each step the pages are a tree. */
export async function checkPageSequences(container: Container, sequences: number): Promise<void> {
  const { knex } = container;
  const desk = createPageDesk(container);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await knex.raw('truncate content_pages cascade');
      let before: ContentPage[] = [];
      for (const item of steps) {
        const [result] = await outcomes([run(desk, item, before)]);
        expect(['ok', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR']).toContain(result);
        const after = await knex<ContentPage>('content_pages').orderBy('id');
        expectTree(after, before);
        before = after;
      }
    }),
    { numRuns: sequences },
  );
}
