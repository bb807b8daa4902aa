import { createSession } from '../_support/accounts.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** A difference that an operator takes. */
const ownedByOperator: MakeFixture = async ({ container }) => {
  const { userId } = await createSession(container, { roles: ['superAdmin'] });
  return { body: { userId }, fit: (json) => ({ ...(json as object), userId }) };
};

/** Money of no order, of which nothing but that can be said; with lines it is of pieces. */
const ofNoOrder: MakeFixture = () => {
  const fit = (json: unknown) => {
    const body = json as { lines?: unknown };
    return body.lines === undefined ? body : { ...body, decision: 'pieces' };
  };
  return Promise.resolve({ body: { decision: 'not_of_order' }, fit });
};

/** A dispute whose evidence was collected. */
const withEvidence: MakeFixture = async ({ container, fixtures }) => {
  const disputeId = await fixtures.make('dispute');
  const evidenceKey = `disputes/${disputeId}.zip`;
  await container.storage.put(evidenceKey, Buffer.from('PK'), { contentType: 'application/zip' });
  const changed = { evidenceState: 'ready', evidenceKey, evidenceAt: new Date() };
  await container.knex('reconciliation_disputes').where({ id: disputeId }).update(changed);
  return { params: { disputeId } };
};

export const reconciliationRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'GET /admin/disputes/:disputeId/evidence': withEvidence,
  'POST /admin/unmatched-money/:unmatchedMoneyId/owner': ownedByOperator,
  'POST /admin/unmatched-money/:unmatchedMoneyId/decide': ofNoOrder,
};
