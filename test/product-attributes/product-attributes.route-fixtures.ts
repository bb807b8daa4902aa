import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** A code that no other request uses, unless its length is what is tried. */
function withOwnCode<Body extends object>(body: Body): Body {
  const { code } = body as { code?: unknown };
  const bounded = typeof code !== 'string' || code.length === 0 || code.length > 254;
  return bounded ? body : { ...body, code: `code-${newId()}` };
}

/** Values fit the type, and each is there once. */
const select: MakeFixture = async ({ container }) => {
  const id = newId();
  await container
    .knex('product_attributes')
    .insert({ id, title: 'Size', code: `size-${id}`, type: 'select' });
  const fit = async (json: unknown) => {
    const body = withOwnCode(json as { values?: { id?: string; value: string }[] });
    if (!body.values) return body;
    const alone = body.values.length === 1;
    const values = body.values.map((item, index) => ({
      ...item,
      value: alone ? item.value : `Value ${index}`,
    }));
    const known = values.flatMap((item) => item.id ?? []);
    if (known.length > 0) {
      const row = { attributeId: id, value: 'Known', folded: newId() };
      const rows = known.map((valueId) => ({ ...row, id: valueId }));
      await container.knex('product_attributes_values').insert(rows).onConflict('id').ignore();
    }
    return { ...body, values, ...('type' in body ? { type: 'select' } : {}) };
  };
  return { params: { id }, fit };
};

/** Each member is an attribute, named once. */
const members: MakeFixture = ({ container }) => {
  const fit = async (json: unknown) => {
    const body = withOwnCode(json as { attributes?: object[] });
    if (!body.attributes) return body;
    const attributes = body.attributes.map((item) => ({ ...item, attributeId: newId() }));
    const rows = attributes.map(({ attributeId: id }) => ({ id, title: 'Size', code: id, type: 'text' }));
    if (rows.length > 0) await container.knex('product_attributes').insert(rows);
    return { ...body, attributes };
  };
  return Promise.resolve({ fit });
};

export const productAttributesRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/product-attributes': select,
  'PUT /admin/product-attributes/:id': select,
  'POST /admin/product-attribute-groups': members,
  'PUT /admin/product-attribute-groups/:id': members,
};
