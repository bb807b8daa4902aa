import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** Requests side by side come with the same sample of a slug, or of a title that one is made of. */
const freeSlug: MakeFixture = async ({ container: { knex } }) => {
  const fit = async (json: unknown) => {
    const body = json as { title?: unknown; slug?: unknown };
    const slug = body.slug ?? (body.title === undefined ? undefined : `group-${newId()}`);
    if (typeof slug === 'string')
      await knex('dynamic_links_groups').where({ slug }).update({ slug: newId() });
    return slug === undefined ? body : { ...body, slug };
  };
  return { fit };
};

/** A group with a link for each entry of the order. */
const orderedLinks: MakeFixture = async ({ container: { knex } }) => {
  const id = newId();
  await knex('dynamic_links_groups').insert({ id, title: 'Footer', slug: `footer-${id}` });
  const fit = async (json: unknown) => {
    const { links = [], ...rest } = json as { links?: object[] };
    const entries = links.map((entry) => ({ ...entry, linkId: newId() }));
    if (entries.length > 0)
      await knex('dynamic_links').insert(entries.map(({ linkId }) => ({ id: linkId, groupId: id })));
    return { ...rest, links: entries };
  };
  const body = (await fit({ links: [{ order: 1 }] })) as object;
  return { params: { id }, body, fit };
};

export const dynamicLinksRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/dynamic-link-groups': freeSlug,
  'PUT /admin/dynamic-link-groups/:id': freeSlug,
  'PUT /admin/dynamic-link-groups/:id/links/reorder': orderedLinks,
};
