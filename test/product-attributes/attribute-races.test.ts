import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AttributeShop, startAttributeShop } from './attribute-shop.js';

let shop: AttributeShop;
beforeAll(async () => {
  shop = await startAttributeShop();
});
afterAll(() => shop.stop());

const products = (count: number) =>
  Promise.all(Array.from({ length: count }, () => shop.create({ title: 'Racer' })));
const assign = (id: string, row: object) =>
  shop.mine.patch(`/vendor/products/${id}/basics`, { attributeAssignments: [row] });
const assigned = async (attributeId: string) =>
  shop.container.knex('products_attributes').where({ attributeId });

it('unique-attribute-race: one of twenty products gets the value', async () => {
  const { id: attributeId } = await shop.attribute('text', { isUnique: true });
  const responses = await Promise.all(
    (await products(20)).map(({ id }) => assign(id, { attributeId, value: 'one' })),
  );
  const outcomes = responses.map(({ status, body: { errorCode } }) => `${status} ${errorCode ?? ''}`).sort();
  expect(outcomes).toEqual(['200 ', ...Array<string>(19).fill('409 UNIQUE_VIOLATION')]);
  expect(await assigned(attributeId)).toHaveLength(1);
});

it('attribute-type-race: a type changes or is assigned, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id: attributeId } = await shop.attribute('text');
    const racers = await products(5);
    const [change, ...responses] = await Promise.all([
      shop.admin.put(`/admin/product-attributes/${attributeId}`, { type: 'number' }),
      ...racers.map(({ id }) => assign(id, { attributeId, value: 'words' })),
    ]);
    expect([200, 409]).toContain(change.status);
    expect(responses.map(({ status }) => status)).toEqual(
      Array<number>(5).fill(change.status === 200 ? 400 : 200),
    );
  }
});

it('attribute-value-race: a value is removed or assigned, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id: attributeId, values } = await shop.attribute('select', { values: [{ value: 'Red' }] });
    const racers = await products(5);
    const row = { attributeId, attributeValueId: values?.[0]?.id };
    const [change, ...responses] = await Promise.all([
      shop.admin.put(`/admin/product-attributes/${attributeId}`, { values: [] }),
      ...racers.map(({ id }) => assign(id, row)),
    ]);
    expect([200, 409]).toContain(change.status);
    expect(responses.map(({ status }) => status)).toEqual(
      Array<number>(5).fill(change.status === 200 ? 400 : 200),
    );
  }
});

it('an attribute that becomes unique meanwhile never leaves two products with a value', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id: attributeId } = await shop.attribute('text');
    const racers = await products(4);
    const [change, ...responses] = await Promise.all([
      shop.admin.put(`/admin/product-attributes/${attributeId}`, { isUnique: true }),
      ...racers.map(({ id }) => assign(id, { attributeId, value: 'same' })),
    ]);
    const taken = responses.filter(({ status }) => status === 200).length;
    expect([...responses.map(({ status }) => status), change.status].every((status) => status < 500)).toBe(
      true,
    );
    expect(change.status === 200 ? taken : 1).toBe(1);
    expect(await assigned(attributeId)).toHaveLength(taken);
  }
});
