import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** A customer whose account is to be deleted in a week. */
const scheduled: MakeFixture = async ({ container, fixtures }) => {
  const { userId, email } = fixtures.customer;
  await container
    .knex('personal_data_erasures')
    .insert({
      userId,
      email,
      status: 'scheduled',
      actor: JSON.stringify({ type: 'user', id: userId }),
      dueAt: new Date(Date.now() + 7 * 86_400_000),
    })
    .onConflict()
    .ignore();
  return {};
};

export const personalDataRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'DELETE /me/personal-data/erasure': scheduled,
};
