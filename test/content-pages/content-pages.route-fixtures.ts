import { createPreviewTokens } from '#api/content-pages/preview-tokens.js';
import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** Requests side by side come with the same sample of a slug, or of a title that one is made of. */
const freeSlug: MakeFixture = async ({ container: { knex } }) => {
  const fit = async (json: unknown) => {
    const body = json as { title?: unknown; slug?: unknown };
    const slug = body.slug ?? (body.title === undefined ? undefined : `page-${newId()}`);
    if (typeof slug === 'string') await knex('content_pages').where({ slug }).update({ slug: newId() });
    return slug === undefined ? body : { ...body, slug };
  };
  return { fit };
};

/** A preview link of the world's page. */
const previewLink: MakeFixture = async ({ container, fixtures }) => {
  const pageId = await fixtures.make('contentPage');
  const tokens = createPreviewTokens(container.config.AUTH_SECRET);
  return { params: { token: tokens.sign({ pageId, expiresAt: new Date(Date.now() + 3_600_000) }) } };
};

export const contentPagesRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/content-pages': freeSlug,
  'PUT /admin/content-pages/:id': freeSlug,
  'GET /store/content-pages/preview/:token': previewLink,
  'POST /admin/content-pages/:id/restore': async ({ container, fixtures }) => {
    const id = await fixtures.make('contentPage');
    await container.knex('content_pages').where({ id }).update({ deletedAt: new Date() });
    return { params: { id } };
  },
};
