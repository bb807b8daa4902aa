import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';
import { deliveredSale, setBank } from './payable-vendor.js';

const payable: MakeFixture = async ({ platform, container, fixtures }) => {
  const { vendorId, token } = fixtures.vendor;
  await setBank(platform.http.as(token));
  await container.knex('payouts_accounts').where({ vendorId }).update({ state: 'replaced' });
  await deliveredSale(container, vendorId);
  const body = { vendorId, until: new Date(Date.now() + 60_000).toISOString() };
  return { body, fit: (json) => ({ ...(json as object), ...body }) };
};

const pending: MakeFixture = async ({ container, fixtures }) => {
  const payoutId = newId();
  await container.knex('payouts').insert({
    id: payoutId,
    vendorId: fixtures.vendor.vendorId,
    amount: 100,
    currency: 'INR',
    status: 'pending',
    until: new Date(),
    bank: 'encrypted',
    actor: '{}',
    createdAt: new Date(),
  });
  return { params: { payoutId } };
};

/** A payout that somebody else has made, above the limit. */
const waiting: MakeFixture = async (input) => {
  const { params } = (await pending(input)) as { params: { payoutId: string } };
  const { payoutId } = params;
  await input.container.knex('payouts').where({ id: payoutId }).update({ awaitingApproval: true });
  await input.container.knex('access_money_approvals').insert({
    kind: 'payout',
    entityId: payoutId,
    amount: 100,
    currency: 'INR',
    cause: 'act',
    askedBy: JSON.stringify({ type: 'system', id: 'test' }),
    person: 'test',
    askedAt: new Date(),
  });
  await input.container.knex('payouts_transfers').insert({
    ...params,
    providerId: 'razorpayx',
    state: 'awaiting_approval',
    createdAt: new Date(),
    createdBy: JSON.stringify({ type: 'system', id: 'test' }),
  });
  return { params };
};

/** Bank details of the vendor that payouts cannot go to. */
const failedAccount: MakeFixture = async ({ container, fixtures }) => {
  const { vendorId } = fixtures.vendor;
  const payoutAccountId = newId();
  // Several requests of a sweep are prepared at once.
  await container.knex.transaction(async (tx) => {
    await tx('vendors').where({ id: vendorId }).forUpdate().first('id');
    await tx('payouts_accounts').where({ vendorId }).update({ state: 'replaced' });
    await tx('payouts_accounts').insert({
      id: payoutAccountId,
      vendorId,
      state: 'failed',
      changedAt: new Date(),
      dueAt: new Date(),
      changedBy: JSON.stringify({ type: 'system', id: 'test' }),
    });
  });
  return { params: { payoutAccountId } };
};

/** One run is open at a time: that of the request before has ended. */
const noOpenRun: MakeFixture = async ({ container }) => {
  await container.knex('payouts_runs').update({ state: 'completed' });
  return {};
};

export const payoutsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/payouts': payable,
  'POST /admin/payouts/run': noOpenRun,
  'POST /admin/payouts/:payoutId/paid': pending,
  'POST /admin/payouts/:payoutId/failed': pending,
  'POST /admin/payouts/:payoutId/approve': waiting,
  'POST /admin/payout-accounts/:payoutAccountId/cancel': failedAccount,
  'POST /admin/payout-accounts/:payoutAccountId/retry': failedAccount,
};
