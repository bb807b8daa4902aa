import { hmacSha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

const CODE = '123456';

/** A cart with an e-mail address of its own, to which a code was sent. */
const withCode: MakeFixture = async ({ container: { knex, config }, fixtures }) => {
  const cartId = await fixtures.make('cart');
  const email = `cart-${newId()}@example.com`;
  await knex('carts').where({ id: cartId }).update({ email });
  const codeHash = hmacSha256(`${cartId} ${CODE}`, config.AUTH_SECRET);
  await knex('carts_email_codes').insert({ id: newId(), cartId, email, codeHash });
  return { body: { code: CODE } };
};

const withAddress: MakeFixture = async (at) => {
  await withCode(at);
  return {};
};

export const cartsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /store/carts/:cartId/email/code': withAddress,
  'POST /store/carts/:cartId/email/confirm': withCode,
};
