import { createSession } from '../_support/accounts.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** A difference that an operator takes. */
const ownedByOperator: MakeFixture = async ({ container }) => {
  const { userId } = await createSession(container, { roles: ['superAdmin'] });
  return { body: { userId }, fit: (json) => ({ ...(json as object), userId }) };
};

/** Money of no order, of which nothing but that can be said. */
const ofNoOrder: MakeFixture = () => {
  const body = { decision: 'not_of_order' };
  return Promise.resolve({ body, fit: (json) => ({ ...(json as object), ...body, lines: undefined }) });
};

export const reconciliationRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/unmatched-money/:unmatchedMoneyId/owner': ownedByOperator,
  'POST /admin/unmatched-money/:unmatchedMoneyId/decide': ofNoOrder,
};
