import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** GSTIN and address of a seller are of one state: who names another state sends the others along. */
const profileOfAnyState: MakeFixture = async () => ({
  fit: (json) => {
    const body = json as { stateCode?: unknown };
    return body.stateCode === undefined ? body : { gstin: null, address: null, ...body };
  },
});

export const vendorsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'PATCH /vendor/profile': profileOfAnyState,
};
