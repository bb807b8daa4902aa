import { setTimeout as sleep } from 'node:timers/promises';
import { createSession } from '../../../_support/accounts.js';
import { createCategory } from '../../../_support/taxonomy.js';
import type { RetryingClient } from '../clients/retrying-client.js';
import { finding } from '../finding.js';
import type { Fixtures, Flow } from '../flow.js';

/** How long storefronts may show what was before, once nothing is hurt. */
const FRESH_MS = 1_000;

/** What storefronts read of one piece of content, and the mark of its last acknowledged change. */
interface Piece {
  what: string;
  adminPath: string;
  body: (mark: number) => object;
  storePath: string;
  events: { type: string; entityId: string };
  mark: number;
}

/** An editor changes a banner, a page and a link; storefronts read them from the memory of the API. */
export function createFlow(): Flow {
  let token = '';
  let pieces: Piece[] = [];

  return {
    name: 'content',
    clients: 1,
    pauseMs: 300,
    points: ['change content'],

    async prepare(fixtures) {
      ({ token } = await createSession(fixtures.container, { roles: ['superAdmin'] }));
      pieces = await createPieces(fixtures, fixtures.api.as(token));
    },

    async round({ api, points }, random) {
      const piece = random.pick(pieces);
      const mark = piece.mark + 1;
      points.reach('change content');
      await api.as(token).call('PUT', piece.adminPath, { body: piece.body(mark) });
      piece.mark = mark;
      // So that there is a copy in memory which the next change has to replace.
      await api.call('GET', piece.storePath);
    },

    async check(fixtures) {
      const changed = pieces.filter(({ mark }) => mark > 0);
      const stale = await Promise.all(changed.map((piece) => staleness(fixtures, piece)));
      const miscounted = await Promise.all(changed.map((piece) => miscount(fixtures, piece)));
      return [
        finding('an acknowledged change is read within a second of rest', changed.length, stale.flat()),
        finding('each acknowledged change of content has one event', changed.length, miscounted.flat()),
      ];
    },
  };
}

async function createPieces({ container }: Fixtures, admin: RetryingClient): Promise<Piece[]> {
  const create = async (path: string, body: object) =>
    (await admin.call<{ id: string; slug: string }>('POST', path, { body })).body.data;
  const { id: entityId, slug } = await createCategory(container);
  const banner = await create('/admin/banners', {
    entityType: 'category',
    entityId,
    image: 'mark-0-',
    url: '/faults',
  });
  const page = await create('/admin/content-pages', {
    title: 'Faults',
    content: 'mark-0-',
    status: 'PUBLISHED',
  });
  const group = await create('/admin/dynamic-link-groups', { title: 'Faults' });
  const link = await create(`/admin/dynamic-link-groups/${group.id}/links`, {
    text: 'mark-0-',
    url: '/faults',
  });
  const piece = (what: string, rest: Omit<Piece, 'mark' | 'what'>): Piece => ({ what, mark: 0, ...rest });
  return [
    piece('the banner', {
      adminPath: `/admin/banners/${banner.id}`,
      body: (mark) => ({ image: `mark-${mark}-` }),
      storePath: `/store/banners/category/slug/${slug}`,
      events: { type: 'banner.updated', entityId: banner.id },
    }),
    piece('the page', {
      adminPath: `/admin/content-pages/${page.id}`,
      body: (mark) => ({ content: `mark-${mark}-` }),
      storePath: `/store/content-pages/slug/${page.slug}`,
      events: { type: 'content.page.changed', entityId: page.id },
    }),
    piece('the link', {
      adminPath: `/admin/dynamic-link-groups/${group.id}/links/${link.id}`,
      body: (mark) => ({ text: `mark-${mark}-` }),
      storePath: `/store/dynamic-link-groups/slug/${group.slug}`,
      events: { type: 'dynamic-link.changed', entityId: group.id },
    }),
  ];
}

async function staleness({ api }: Fixtures, { what, storePath, mark }: Piece): Promise<string[]> {
  const until = Date.now() + FRESH_MS;
  for (;;) {
    const text = JSON.stringify((await api.call('GET', storePath)).body.data);
    if (text.includes(`mark-${mark}-`)) return [];
    if (Date.now() >= until) return [`${what} is not read with mark ${mark}: ${text.slice(0, 200)}`];
    await sleep(100);
  }
}

async function miscount({ container }: Fixtures, { what, mark, events }: Piece): Promise<string[]> {
  const rows = (await container.knex('outbox_events').where(events).select('payload')) as {
    payload: { change?: string };
  }[];
  const updates = rows.filter(({ payload }) => payload.change === undefined || payload.change === 'updated');
  return updates.length === mark
    ? []
    : [`${what} was changed ${mark} times and has ${updates.length} events`];
}
