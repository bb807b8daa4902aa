import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StoreProductResponse } from '#api/products/store-product.schemas.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { newId } from '#lib/ids.js';
import { done, refusal } from '../products/product-shop.js';
import { type AttributeResponse, type AttributeShop, startAttributeShop } from './attribute-shop.js';

let shop: AttributeShop;
let colour: AttributeResponse;
let care: AttributeResponse;
let weight: AttributeResponse;
let organic: AttributeResponse;
let fabric: AttributeResponse;

beforeAll(async () => {
  shop = await startAttributeShop();
  colour = await shop.attribute('select', { title: 'Colour', values: [{ value: 'Red' }, { value: 'Blue' }] });
  fabric = await shop.attribute('multi_select', {
    title: 'Fabric',
    values: [{ value: 'Silk' }, { value: 'Wool' }],
  });
  care = await shop.attribute('text', { title: 'Care' });
  weight = await shop.attribute('number', { title: 'Weight' });
  organic = await shop.attribute('boolean', { title: 'Organic' });
});
afterAll(() => shop.stop());

const valueOf = ({ id: attributeId, values }: AttributeResponse, text: string) => ({
  attributeId,
  attributeValueId: values?.find(({ value }) => value === text)?.id,
});
const all = () => [
  valueOf(colour, 'Red'),
  valueOf(fabric, 'Silk'),
  valueOf(fabric, 'Wool'),
  { attributeId: care.id, value: ' By hand ' },
  { attributeId: weight.id, value: '12.50' },
  { attributeId: organic.id, value: 'true' },
];
const detail = async ({ id }: { id: string }) =>
  done(await shop.mine.get<VendorProduct>(`/vendor/products/${id}/detail`));
const basics = ({ id }: { id: string }, body: object) =>
  shop.mine.patch<VendorProduct>(`/vendor/products/${id}/basics`, body);
const onSale = async ({ slug }: { slug: string }) =>
  done(await shop.http.get<StoreProductResponse>(`/store/products/slug/${slug}`)).attributes;

describe('assignments', () => {
  it('of every type are created, read back, and shown to buyers', async () => {
    const group = await shop.group([
      { attributeId: weight.id, sortOrder: 0 },
      { attributeId: fabric.id, sortOrder: 1 },
    ]);
    const product = await shop.create({
      title: 'Shawl',
      status: 'active',
      attributeGroupId: group.id,
      attributeAssignments: all(),
    });
    const { attributeGroupId, attributeAssignments } = await detail(product);
    expect(attributeGroupId).toBe(group.id);
    expect(attributeAssignments).toMatchObject([
      { ...valueOf(colour, 'Red'), value: null, sortOrder: 0 },
      { ...valueOf(fabric, 'Silk'), value: null, sortOrder: 1 },
      { ...valueOf(fabric, 'Wool'), value: null, sortOrder: 2 },
      { attributeId: care.id, attributeValueId: null, value: 'By hand', sortOrder: 3 },
      { attributeId: weight.id, attributeValueId: null, value: '12.50', sortOrder: 4 },
      { attributeId: organic.id, attributeValueId: null, value: 'true', sortOrder: 5 },
    ]);
    const ids = (attribute: AttributeResponse, ...texts: string[]) =>
      texts.map((value) => ({ id: valueOf(attribute, value).attributeValueId, value }));
    expect(await onSale(product)).toEqual([
      { code: weight.code, title: 'Weight', type: 'number', values: [{ id: null, value: '12.50' }] },
      { code: fabric.code, title: 'Fabric', type: 'multi_select', values: ids(fabric, 'Silk', 'Wool') },
      { code: care.code, title: 'Care', type: 'text', values: [{ id: null, value: 'By hand' }] },
      { code: colour.code, title: 'Colour', type: 'select', values: ids(colour, 'Red') },
      { code: organic.code, title: 'Organic', type: 'boolean', values: [{ id: null, value: 'true' }] },
    ]);
    const { rows } = await shop.container.knex.raw<{ rows: { canonical: string }[] }>(
      'select canonical from products_attributes where attribute_id = ?',
      [weight.id],
    );
    expect(rows).toEqual([{ canonical: '12.5' }]);
  });

  it('are replaced as a whole, keep their ids, and write nothing that is so already', async () => {
    const product = await shop.create({ title: 'Shawl', attributeAssignments: all() });
    const { attributeAssignments: before } = await detail(product);
    const dump = await shop.dump();
    done(await basics(product, { attributeAssignments: before }));
    expect(await shop.dump()).toBe(dump);
    done(await basics(product, { attributeAssignments: [valueOf(colour, 'Blue'), valueOf(fabric, 'Wool')] }));
    const { attributeAssignments: after } = await detail(product);
    expect(after).toMatchObject([
      { id: before[0]?.id, ...valueOf(colour, 'Blue') },
      { id: before[2]?.id, ...valueOf(fabric, 'Wool'), sortOrder: 1 },
    ]);
    done(
      await shop.mine.put(`/vendor/products/${product.id}/sync`, { basics: { attributeAssignments: [] } }),
    );
    expect((await detail(product)).attributeAssignments).toEqual([]);
    const updates = (await shop.eventsOf(product.id)).map(({ payload }) => payload.change);
    expect(updates).toEqual([undefined, 'basics', 'sync']);
  });

  const refusals: [what: string, rows: () => object[], path: string][] = [
    ['an unknown attribute', () => [{ attributeId: newId(), value: 'x' }], '0.attributeId'],
    ['a text for a select', () => [{ attributeId: colour.id, value: 'Red' }], '0.value'],
    ['a select without a value', () => [{ attributeId: colour.id }], '0.attributeValueId'],
    [
      'a value of another attribute',
      () => [{ ...valueOf(fabric, 'Silk'), attributeId: colour.id }],
      '0.attributeValueId',
    ],
    ['two values of a select', () => [valueOf(colour, 'Red'), valueOf(colour, 'Blue')], '1'],
    ['a value of a multi_select twice', () => [valueOf(fabric, 'Silk'), valueOf(fabric, 'Silk')], '1'],
    [
      'a value id for a text',
      () => [{ ...valueOf(colour, 'Red'), attributeId: care.id }],
      '0.attributeValueId',
    ],
    ['an empty text', () => [{ attributeId: care.id, value: '  ' }], '0.value'],
    [
      'a text twice',
      () => [
        { attributeId: care.id, value: 'a' },
        { attributeId: care.id, value: 'b' },
      ],
      '1',
    ],
    ['a broken number', () => [{ attributeId: weight.id, value: '12,5' }], '0.value'],
    ['a number that is none', () => [{ attributeId: weight.id, value: 'NaN' }], '0.value'],
    ['a broken boolean', () => [{ attributeId: organic.id, value: 'yes' }], '0.value'],
  ];

  it.each(refusals)('refuse %s, in every way of writing, and change nothing', async (_what, rows, path) => {
    const product = await shop.create({ title: 'Plain' });
    const before = await shop.dump();
    const attributeAssignments = rows();
    const refused = (prefix: string) => ({
      status: 400,
      code: 'VALIDATION_ERROR',
      paths: [`${prefix}.attributeAssignments.${path}`],
    });
    expect(refusal(await basics(product, { attributeAssignments }))).toEqual(refused('body'));
    expect(refusal(await shop.mine.post('/vendor/products', { title: 'New', attributeAssignments }))).toEqual(
      refused('body'),
    );
    const sync = { basics: { title: 'Changed', attributeAssignments }, tabs: [{ title: 'x' }] };
    expect(refusal(await shop.mine.put(`/vendor/products/${product.id}/sync`, sync))).toEqual(
      refused('body.basics'),
    );
    expect(await shop.dump()).toBe(before);
  });

  it('hold the required attributes of the group against the merged result, when either is sent', async () => {
    const required = await shop.attribute('text', { isRequired: true, title: 'Origin' });
    const group = await shop.group([{ attributeId: required.id }, { attributeId: care.id }]);
    const missing = { status: 400, code: 'VALIDATION_ERROR', paths: ['body.attributeAssignments'] };
    const origin = { attributeId: required.id, value: 'Kashmir' };
    expect(
      refusal(await shop.mine.post('/vendor/products', { title: 'x', attributeGroupId: group.id })),
    ).toEqual(missing);
    const product = await shop.create({ title: 'Shawl', attributeAssignments: [origin] });
    done(await basics(product, { attributeGroupId: group.id }));
    expect(refusal(await basics(product, { attributeAssignments: [] }))).toEqual(missing);
    done(await shop.admin.put(`/admin/product-attributes/${care.id}`, { isRequired: true }));
    done(await basics(product, { subtitle: 'a group that asks for more breaks no product' }));
    expect(refusal(await basics(product, { attributeAssignments: [origin] }))).toEqual(missing);
    done(await basics(product, { attributeGroupId: null, attributeAssignments: [] }));
    done(await shop.admin.put(`/admin/product-attributes/${care.id}`, { isRequired: false }));
    done(await shop.admin.delete(`/admin/product-attribute-groups/${group.id}`));
    expect(refusal(await basics(product, { attributeGroupId: group.id }))).toMatchObject({
      status: 400,
      paths: ['body.attributeGroupId'],
    });
  });

  it('of a deleted attribute are hidden and come back with it; it cannot be assigned meanwhile', async () => {
    const attribute = await shop.attribute('text', { title: 'Vanishing' });
    const rows = [{ attributeId: attribute.id, value: 'x' }, valueOf(colour, 'Red')];
    const product = await shop.create({ title: 'Shawl', status: 'active', attributeAssignments: rows });
    const before = await detail(product);
    done(await shop.admin.delete(`/admin/product-attributes/${attribute.id}`));
    const without = await detail(product);
    expect(without.attributeAssignments).toEqual(before.attributeAssignments.slice(1));
    expect(await onSale(product)).toHaveLength(1);
    expect(refusal(await basics(product, { attributeAssignments: rows }))).toMatchObject({
      status: 400,
      paths: ['body.attributeAssignments.0.attributeId'],
    });
    done(await basics(product, { attributeAssignments: without.attributeAssignments }));
    done(await shop.admin.post(`/admin/product-attributes/${attribute.id}/restore`));
    expect((await detail(product)).attributeAssignments).toEqual(before.attributeAssignments);
    expect(await onSale(product)).toHaveLength(2);
  });
});

describe('unique attributes', () => {
  it('hold over the live products of all vendors; a deleted product frees its value', async () => {
    const isbn = await shop.attribute('number', { isUnique: true });
    const body = (value: string) => ({
      title: 'Book',
      attributeAssignments: [{ attributeId: isbn.id, value }],
    });
    const first = await shop.create(body('9780140.0'));
    const taken = { status: 409, code: 'UNIQUE_VIOLATION', paths: ['body.attributeAssignments.0.value'] };
    expect(refusal(await shop.theirs.post('/vendor/products', body('9780140')))).toEqual(taken);
    const other = await shop.create({ title: 'Other' });
    expect(
      refusal(await basics(other, { attributeAssignments: body('+9780140').attributeAssignments })),
    ).toEqual(taken);
    done(await shop.mine.delete(`/vendor/products/${first.id}`));
    done(await shop.theirs.post('/vendor/products', body('9780140')), 201);
  });

  it('cannot become so while two live products share a value', async () => {
    const attribute = await shop.attribute('text');
    const body = { title: 'Twin', attributeAssignments: [{ attributeId: attribute.id, value: 'same é' }] };
    const inCapitals = {
      title: 'Twin',
      attributeAssignments: [{ attributeId: attribute.id, value: 'SAME É' }],
    };
    const [item] = [await shop.create(body), await shop.create(inCapitals)];
    const path = `/admin/product-attributes/${attribute.id}`;
    expect(refusal(await shop.admin.put(path, { isUnique: true }))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    done(await shop.mine.delete(`/vendor/products/${item.id}`));
    done(await shop.admin.put(path, { isUnique: true }));
    expect((await shop.mine.post('/vendor/products', body)).status).toBe(409);
    expect((await shop.mine.post('/vendor/products', inCapitals)).status).toBe(409);
    done(await shop.admin.put(path, { isUnique: false }));
    await shop.create(body);
  });
});

describe('what products use', () => {
  it('keeps its type and its values until no live product has them', async () => {
    const attribute = await shop.attribute('select', { values: [{ value: 'Used' }, { value: 'Free' }] });
    const product = await shop.create({ title: 'User', attributeAssignments: [valueOf(attribute, 'Used')] });
    const put = async (body: object) =>
      refusal(await shop.admin.put(`/admin/product-attributes/${attribute.id}`, body));
    const conflict = { status: 409, code: 'CONFLICT' };
    expect(await put({ type: 'multi_select' })).toMatchObject(conflict);
    expect(await put({ values: [{ value: 'Free' }] })).toMatchObject(conflict);
    expect(await put({ values: [{ value: 'USED' }] })).toMatchObject({ status: 200 });
    done(await shop.mine.delete(`/vendor/products/${product.id}`));
    expect(await put({ values: [] })).toMatchObject({ status: 200 });
    expect(await put({ type: 'multi_select' })).toMatchObject({ status: 200 });
  });
});
