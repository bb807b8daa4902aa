import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** Texts that are too long stay, for they are what the request is refused for. */
const addressOf = (given: unknown, index: number) =>
  typeof given === 'string' && given.length > 64 ? given : `203.0.113.${index + 1}`;

/** A key that is accepted from as many addresses as the body names. */
const fromAddresses: MakeFixture = () =>
  Promise.resolve({
    fit: (json) => {
      const { allowedAddresses, ...body } = json as { allowedAddresses?: unknown[] };
      if (!Array.isArray(allowedAddresses)) return json;
      return { ...body, allowedAddresses: allowedAddresses.map(addressOf) };
    },
  });

export const accessRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/api-keys': fromAddresses,
};
