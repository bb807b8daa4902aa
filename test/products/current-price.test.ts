import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { currentPriceSql } from '#db/products/price-sql.js';
import { currentPrice } from '#domain/checkout/current-price.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

it('the database takes the same price as the quote, at the edges of its window too', async () => {
  const at = new Date('2026-11-01T12:00:00.000Z');
  const around = [null, -1, 0, 1].map((ms) => (ms === null ? null : new Date(at.getTime() + ms)));
  const variants = [null, 500].flatMap((price) =>
    [null, 0, 400].flatMap((specialPrice) =>
      around.flatMap((specialPriceStart) =>
        around.map((specialPriceEnd) => ({ price, specialPrice, specialPriceStart, specialPriceEnd })),
      ),
    ),
  );
  for (const variant of variants) {
    const { price, specialPrice, specialPriceStart, specialPriceEnd } = variant;
    const { rows } = await kernel.container.knex.raw<{ rows: { price: number | null }[] }>(
      `select ${currentPriceSql('v', 'shown.at')} as price
       from (select ?::bigint as price, ?::bigint as special_price, ?::timestamptz as special_price_start,
         ?::timestamptz as special_price_end) as v, (select ?::timestamptz as at) as shown`,
      [price, specialPrice, specialPriceStart, specialPriceEnd, at] as (number | Date)[],
    );
    expect({ ...variant, at: rows[0]?.price }).toEqual({ ...variant, at: currentPrice(variant, at) });
  }
});
