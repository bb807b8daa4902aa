import type { MakeFixture } from '../sweeps/fixture-makers.js';

interface Body {
  address?: { gstin?: unknown };
}

/** A GSTIN is of the state of its address. */
const ofItsState: MakeFixture = () =>
  Promise.resolve({
    fit: (json) => {
      const body = json as Body;
      if (typeof body.address?.gstin !== 'string') return body;
      return { ...body, address: { ...body.address, stateCode: '27', postalCode: '400050', country: 'IN' } };
    },
  });

export const addressBookRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /store/addresses': ofItsState,
  'PATCH /store/addresses/:addressId': ofItsState,
};
