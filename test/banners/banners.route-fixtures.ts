import { createCategory } from '../_support/taxonomy.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** The entry of a banner is of the kind that the banner says. */
const categoryOfBody: MakeFixture = async ({ container }) => {
  const entityId = (await createCategory(container)).id;
  const fit = async (json: unknown) => {
    const body = json as { entityType?: string; entityId?: string };
    const changed = body.entityType !== undefined && body.entityType !== 'category';
    return changed ? body : { ...body, entityId };
  };
  return { body: { entityType: 'category', entityId, image: 'media/a.jpg', url: '/a' }, fit };
};

export const bannersRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/banners': categoryOfBody,
};
