import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createPageDesk, outcomes } from './page-desk.js';

let kernel: TestKernel;
let desk: ReturnType<typeof createPageDesk>;

beforeAll(async () => {
  kernel = await startKernel();
  desk = createPageDesk(kernel.container);
});
afterAll(() => kernel.stop());

describe('at the same moment', () => {
  it('two moves that together would close a circle: one is refused (cycle-race)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await desk.create(), await desk.create()];
      const results = await outcomes([
        desk.update(a.id, { parentId: b.id }),
        desk.update(b.id, { parentId: a.id }),
      ]);
      expect(results.sort()).toEqual(['VALIDATION_ERROR', 'ok']);
    }
  });

  it('pages with one slug: one is created, the others are conflicts (slug-race)', async () => {
    const slug = `race-${newId()}`;
    const results = await outcomes(Array.from({ length: 8 }, () => desk.create({ slug })));
    expect(results.sort()).toEqual([...Array.from({ length: 7 }, () => 'CONFLICT'), 'ok']);
  });

  it('ten duplications of one page give ten series of slugs (duplicate-race)', async () => {
    const top = await desk.create();
    const child = await desk.create({ parentId: top.id });
    const copies = await Promise.all(Array.from({ length: 10 }, () => desk.duplicate(top.id)));
    const series = (slug: string) => [
      `${slug}-copy`,
      ...Array.from({ length: 9 }, (_, index) => `${slug}-copy-${index + 2}`),
    ];
    expect(copies.map(({ slug }) => slug).sort()).toEqual(series(top.slug).sort());
    const children = (await kernel.container
      .knex('content_pages')
      .whereIn(
        'parentId',
        copies.map(({ id }) => id),
      )
      .pluck('slug')) as string[];
    expect(children.sort()).toEqual(series(child.slug).sort());
  });

  it('a page is never left under one that is deleted meanwhile (parent-deleted-race)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [parent, child] = [await desk.create(), await desk.create()];
      const [moved, deleted] = await outcomes([
        desk.update(child.id, { parentId: parent.id }),
        desk.delete(parent.id),
      ]);
      expect([
        ['ok', 'CONFLICT'],
        ['VALIDATION_ERROR', 'ok'],
      ]).toContainEqual([moved, deleted]);
    }
  });
});
