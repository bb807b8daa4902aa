import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { eventually } from '../_support/eventually.js';
import { startWorkerProcess } from '../_support/worker-process.js';
import { type LargeBroadcast, PROVIDERS, startLargeBroadcast } from './large-broadcast.js';

const ROLES = 'core,mail,relay';
/** Fewer for a first look: `RECIPIENTS=10000 npm run test:long -- test/campaigns/broadcast-large`. */
const MANY = Number(process.env['RECIPIENTS'] ?? 100_000);
let engine: OwnEngine;
let shop: LargeBroadcast;

beforeAll(async () => {
  engine = await startOwnEngine();
  shop = await startLargeBroadcast({
    keep: 200_000,
    environment: { TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace },
  });
});
afterAll(async () => {
  await shop.stop();
  await engine.remove();
});

describe.each([
  ['smtp', 2_000],
  ['mailapi', 2_000],
  ['mailapi', MANY],
] as const)('a broadcast by %s to %i people', (provider, people) => {
  it('with a hundredth refused, 429, two killed workers and a killed engine reaches nobody twice', async () => {
    const { sandbox, container } = shop;
    await container.knex('accounts_users').where('email', 'like', 'buyer+%').update({ bannedAt: new Date() });
    await shop.set({ ...PROVIDERS[provider], 'email.campaign_rate_per_second': people });
    await shop.customers(people);
    const { rows } = await container.knex.raw<{ rows: { email: string }[] }>(
      `select email from accounts_users where email like 'buyer+%' and banned_at is null order by random() limit ?`,
      [people / 100],
    );
    sandbox.clear();
    sandbox.control({ refuseRecipients: rows.map(({ email }) => email) });
    let worker = await startWorkerProcess(container.config, ROLES, shop.environment);
    const id = await shop.send();
    for (const share of [0.2, 0.5]) {
      await eventually(async () => {
        const { counters } = await shop.read(id);
        expect(people - (counters['queued'] ?? 0)).toBeGreaterThan(people * share);
        expect(counters['sent']).toBeGreaterThan(0);
      });
      await worker.kill();
      if (share === 0.5) {
        await engine.kill();
        await engine.start();
        if (provider === 'mailapi') {
          sandbox.control({ apiStatus: 429 });
          setTimeout(() => sandbox.control({ apiStatus: null }), 3_000).unref();
        }
      }
      worker = await startWorkerProcess(container.config, ROLES, shop.environment);
    }
    const done = await shop.reaches(id, 'sent');
    await worker.kill();
    await shop.expectWhole(id);
    const arrived = [...shop.arrivals()].filter(([address]) => address.startsWith('buyer+'));
    expect(arrived.filter(([, times]) => times > 1)).toEqual([]);
    const { sent = 0, unclear = 0, failed = 0 } = done.counters;
    expect(sent + unclear + failed).toBe(people);
    expect(arrived.length).toBeGreaterThanOrEqual(sent);
    expect(arrived.length).toBeLessThanOrEqual(sent + unclear);
  });
});
