import type { Container } from '#runtime/container.js';
import { newId } from '#lib/ids.js';
import { createSellableVariant } from '../_support/orders.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

interface Combined {
  optionValueIds?: string[];
  optionValues?: { optionName: string; value: string }[];
}

/** Gives a product as many options as a variant names values, and the variant the ids of those. */
async function addOptions({ knex }: Container, productId: string, variant: Combined): Promise<void> {
  const count = variant.optionValueIds?.length ?? 0;
  const rows = Array.from({ length: count }, () => ({ id: newId(), optionId: newId() }));
  variant.optionValueIds = rows.map(({ id }) => id);
  await knex('products_options').where({ productId }).delete();
  if (count === 0) return;
  await knex('products_options').insert(rows.map(({ optionId: id }) => ({ id, productId, name: id })));
  await knex('products_option_values').insert(rows.map(({ id, optionId }) => ({ id, optionId, value: id })));
}

interface Assigning {
  attributeAssignments?: object[];
  basics?: Assigning;
}

/** Assigns texts, each of its own attribute. */
export async function fitAssignments<Body extends Assigning>({ knex }: Container, body: Body): Promise<Body> {
  if (body.basics) return { ...body, basics: await fitAssignments({ knex } as Container, body.basics) };
  if (!body.attributeAssignments) return body;
  const attributeAssignments = body.attributeAssignments.map((row) => ({
    value: 'x',
    ...row,
    attributeId: newId(),
  }));
  const rows = attributeAssignments.map(({ attributeId: id }) => ({
    id,
    title: 'Text',
    code: id,
    type: 'text',
  }));
  if (rows.length > 0) await knex('product_attributes').insert(rows);
  return { ...body, attributeAssignments };
}

const assigning: MakeFixture = ({ container }) =>
  Promise.resolve({ fit: (json) => fitAssignments(container, json as Assigning) });

/** The values of a variant are of options that the product has. */
const matchingOptions: MakeFixture = ({ container }) =>
  Promise.resolve({
    fit: async (json) => {
      const body = await fitAssignments(container, json as Assigning & { variants?: Combined[] });
      const values = body.variants?.[0]?.optionValues;
      if (!values) return body;
      const options = values.map(({ optionName, value }) => ({ name: optionName, values: [value] }));
      return { ...body, options };
    },
  });

/** Its own product, whose options nobody else needs. */
const variantOfOwn: MakeFixture = async ({ container, fixtures }) => {
  const { productId, variantId } = await createSellableVariant(container, fixtures.vendor.vendorId);
  const fit = async (json: unknown) => {
    const variant = { ...(json as Combined) };
    if (variant.optionValueIds) await addOptions(container, productId, variant);
    // A special price is below the price, where there is one.
    return 'specialPrice' in variant ? { ...variant, price: null } : variant;
  };
  return { params: { productId, variantId }, fit };
};

/** A product without variants, so that as many as may be can be added. */
const emptyProduct: MakeFixture = async ({ container, fixtures }) => {
  const { productId, variantId } = await createSellableVariant(container, fixtures.vendor.vendorId);
  await container.knex('products_variants').where({ id: variantId }).update({ deletedAt: new Date() });
  const fit = async (json: unknown) => {
    const body = await fitAssignments(container, json as Assigning);
    const { variants: [first] = [], tabs, ...rest } = body as { variants?: Combined[]; tabs?: object[] };
    if (tabs) return { ...rest, tabs: tabs.map((tab) => ({ title: 'Care', ...tab })) };
    if (first?.optionValueIds) {
      const variant = { ...first };
      await addOptions(container, productId, variant);
      return { ...rest, variants: [variant] };
    }
    const options = first?.optionValues?.map(({ optionName, value }) => ({
      name: optionName,
      values: [value],
    }));
    return options ? { ...body, options } : body;
  };
  return { params: { productId }, fit };
};

/** A product with a row for each entry of the order. */
function orderedRows(list: 'variants' | 'tabs', idField: string, row: object): MakeFixture {
  return async ({ container, fixtures }) => {
    const { vendorId } = fixtures.vendor;
    const { productId } = await createSellableVariant(container, vendorId);
    const owner = list === 'variants' ? { productId, vendorId } : { productId };
    const fit = async (json: unknown) => {
      const body = json as Record<string, object[]>;
      const entries = (body[list] ?? []).map((entry) => ({ ...entry, [idField]: newId() }));
      const rows = entries.map((entry) => ({
        ...row,
        ...owner,
        id: (entry as Record<string, string>)[idField],
      }));
      if (rows.length > 0) await container.knex(`products_${list}`).insert(rows);
      return { ...body, [list]: entries };
    };
    const body = (await fit({ [list]: [{ sortOrder: 1 }] })) as object;
    return { params: { productId }, body, fit };
  };
}

/** What each action needs is there; products that do not exist are outcomes of their own. */
const bulkChange: MakeFixture = () =>
  Promise.resolve({
    fit: (json) => {
      const { productIds, ...body } = json as { productIds?: unknown };
      const ids = Array.isArray(productIds)
        ? productIds.map((id: unknown) => (typeof id === 'string' && id !== '' ? newId() : id))
        : productIds;
      const needed = { percent: 10, addTagIds: [newId()], attribute: { attributeId: newId() } };
      return { ...needed, ...body, productIds: ids };
    },
  });

export const productsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /vendor/products/bulk': bulkChange,
  'POST /vendor/products/:productId/variants': variantOfOwn,
  'PATCH /vendor/products/:productId/variants/:variantId': variantOfOwn,
  'PUT /vendor/products/:productId/variants/reorder': orderedRows('variants', 'variantId', { price: 100 }),
  'PUT /vendor/products/:productId/tabs/reorder': orderedRows('tabs', 'tabId', { title: 'Care' }),
  'PUT /vendor/products/:productId/sync': emptyProduct,
  'PATCH /vendor/products/:productId/basics': assigning,
  'POST /vendor/products': matchingOptions,
};
