import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** Requests side by side come with the same sample of a slug, or of a title that one is made of. */
function freeSlug(table: string): MakeFixture {
  return async ({ container: { knex }, fixtures }) => {
    const groupId = await fixtures.make('dynamicListingGroup');
    const fit = async (json: unknown) => {
      const body = json as { title?: unknown; slug?: unknown; groupId?: unknown };
      const slug = body.slug ?? (body.title === undefined ? undefined : `listing-${newId()}`);
      if (typeof slug === 'string') await knex(table).where({ slug }).update({ slug: newId() });
      const group = typeof body.groupId === 'string' ? { groupId } : {};
      return { ...body, ...group, ...(slug === undefined ? {} : { slug }) };
    };
    return { fit };
  };
}

/** A group with a listing for each entry of the order. */
const orderedListings: MakeFixture = async ({ container: { knex } }) => {
  const id = newId();
  await knex('dynamic_listings_groups').insert({ id, title: 'Diwali', slug: `diwali-${id}` });
  const fit = async (json: unknown) => {
    const { listings = [], ...rest } = json as { listings?: object[] };
    const entries = listings.map((entry) => ({ ...entry, listingId: newId() }));
    const rows = entries.map(({ listingId }) => ({
      id: listingId,
      groupId: id,
      title: 'x',
      slug: listingId,
    }));
    if (rows.length > 0) await knex('dynamic_listings').insert(rows);
    return { ...rest, listings: entries };
  };
  const body = (await fit({ listings: [{ order: 1 }] })) as object;
  return { params: { id }, body, fit };
};

const group = freeSlug('dynamic_listings_groups');
const listing = freeSlug('dynamic_listings');

export const dynamicListingsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/dynamic-product-listing-groups': group,
  'PUT /admin/dynamic-product-listing-groups/:id': group,
  'POST /admin/dynamic-product-listings': listing,
  'PUT /admin/dynamic-product-listings/:id': listing,
  'PUT /admin/dynamic-product-listing-groups/:id/listings/reorder': orderedListings,
};
