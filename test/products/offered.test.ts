import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { offeredSql, onSaleSql } from '#db/products/offered-sql.js';
import { systemContext } from '#domain/_shared/context.js';
import { isOffered, isOnSale } from '#domain/products/offered.js';
import { productStatuses, productVisibilities } from '#domain/products/product.js';
import { type CartResponse, data, placeOrder, readyCart, vendorWithVariant } from '../_support/shop.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const AT = new Date('2026-11-01T12:00:00.000Z');
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const truths = [false, true];
const around = [null, -1, 0, 1].map((ms) => (ms === null ? null : new Date(AT.getTime() + ms)));
const products = productStatuses.flatMap((productStatus) =>
  productVisibilities.flatMap((productVisibility) =>
    around.flatMap((publishedAt) =>
      truths.map((deleted) => ({ productStatus, productVisibility, publishedAt, deleted })),
    ),
  ),
);
const variants = truths.flatMap((variantDeleted) =>
  truths.flatMap((detached) => [null, 500].map((price) => ({ variantDeleted, detached, price }))),
);

it('the database says of the same variants as quotes that they are offered', async () => {
  const cases = products.flatMap((product) => variants.map((variant) => ({ ...product, ...variant })));
  const { rows } = await platform.container.knex.raw<{ rows: { onSale: boolean; offered: boolean }[] }>(
    `select ${onSaleSql('p', 'now.at')} as on_sale,
       ${offeredSql({ product: 'p', variant: 'pv' }, 'now.at')} as offered
     from (select ?::timestamptz as at) as now
     cross join jsonb_array_elements(?::jsonb) with ordinality as one (facts, position)
     cross join lateral (select facts->>'productStatus' as status, facts->>'productVisibility' as visibility,
       (facts->>'publishedAt')::timestamptz as published_at,
       case when (facts->>'deleted')::boolean then now.at end as deleted_at) as p
     cross join lateral (select case when (facts->>'variantDeleted')::boolean then now.at end as deleted_at,
       (facts->>'detached')::boolean as detached, (facts->>'price')::bigint as price, null::bigint as special_price,
       null::timestamptz as special_price_start, null::timestamptz as special_price_end) as pv
     order by position`,
    [AT, JSON.stringify(cases)],
  );
  const said = cases.map(({ deleted, variantDeleted, price, ...details }) => ({
    onSale: isOnSale({ ...details, deleted }, AT),
    offered: isOffered({ ...details, deleted: deleted || variantDeleted }, price, AT),
  }));
  expect(rows).toEqual(said);
  expect(said.filter(({ offered }) => offered)).toHaveLength(2);
});

describe.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['unpublished', { publishedAt: null }, {}],
  ['to be published tomorrow', { publishedAt: new Date(Date.now() + 86_400_000) }, {}],
  ['private', { visibility: 'private' }, {}],
  ['a draft again', { status: 'draft' }, {}],
  ['deleted', { deletedAt: new Date() }, {}],
  ['without the options that it had', {}, { detached: true }],
])('a product that is %s', (_what, product, variant) => {
  it('is neither bought, nor ordered, nor served for a payment that comes late', async () => {
    const { knex, unitOfWork } = platform.container;
    const { variantId, productId } = await vendorWithVariant(platform);
    const ordered = data(
      await placeOrder(await readyCart(platform, [{ variantId }]), { paymentOption: 'cod' }),
    );
    const left = await readyCart(platform, [{ variantId }]);
    const offered = () =>
      unitOfWork.run(systemContext({ name: 'test' }, new Date()), (tx) =>
        createOrderWriteRepository().stillOffered(tx, ordered.order.id, new Date()),
      );
    expect(await offered()).toBe(true);

    if (Object.keys(product).length > 0) await knex('products').where({ id: productId }).update(product);
    if (Object.keys(variant).length > 0)
      await knex('products_variants').where({ id: variantId }).update(variant);
    expect(await offered()).toBe(false);
    const cart = data(await left.http.get<CartResponse>(`/store/carts/${left.cart.id}`));
    expect(cart).toMatchObject({ canPlaceOrder: false, lines: [{ purchasable: false }] });
    expect(cart.warnings.map(({ code }) => code)).toEqual(['not_available']);
    expect((await placeOrder(left)).status).toBe(409);
    const again = await left.http.post(`/store/carts/${left.cart.id}/items`, { variantId });
    expect(again.status).toBe(409);
  });
});
