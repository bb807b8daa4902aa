import { hmacSha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

const CODE = '123456';

/** A cart with its own e-mail address, to which a code was sent. */
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

interface Address {
  gstin?: unknown;
}

const isAddress = (value: unknown): value is Address =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The address that a GSTIN of Maharashtra is of. */
const MUMBAI = { stateCode: '27', postalCode: '400050', country: 'IN' };

/** Only an address in India has a GSTIN, and it is of its state. An address is sent, or a saved one is named. */
const addresses: MakeFixture = () =>
  Promise.resolve({
    fit: (json) => {
      const body = json as Record<string, unknown>;
      return Object.fromEntries(
        Object.entries(body)
          .filter(([name]) => !(name.endsWith('Id') && name.slice(0, -2) in body))
          .map(([name, value]) => [
            name,
            isAddress(value) && typeof value.gstin === 'string' ? { ...value, ...MUMBAI } : value,
          ]),
      );
    },
  });

/** Of the buyer that the sweep calls as. */
const filledCart: MakeFixture = async ({ fixtures }) => {
  await fixtures.make('cartItem');
  return {};
};

export const cartsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'GET /store/carts/current': filledCart,
  'PUT /store/carts/:cartId/addresses': addresses,
  'POST /store/carts/:cartId/email/code': withAddress,
  'POST /store/carts/:cartId/email/confirm': withCode,
};
