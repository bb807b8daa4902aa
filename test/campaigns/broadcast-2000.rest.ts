import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { type LargeBroadcast, PROVIDERS, startLargeBroadcast } from './large-broadcast.js';

const PEOPLE = 2_000;
const MAX_PAUSES = 3;
const NOT_ACCEPTED =
  /^\d+ mails in a row were not accepted; the last: (?:The message was handed over|Does not contain a valid address)/;
const ROLES = ['core', 'mail', 'relay'] as const;
let shop: LargeBroadcast;
let worker: WorkerProcess;

beforeAll(async () => {
  shop = await startLargeBroadcast({ keep: 5_000 });
  await shop.set({
    ...PROVIDERS.mailapi,
    'email.campaign_rate_per_second': 10_000,
    'email.mailapi_webhook_public_key': shop.sandbox.webhookKey,
  });
  worker = await startWorkerProcess(shop.container.config, ROLES.join(), shop.environment);
});
afterAll(async () => {
  await worker.kill();
  await shop.stop();
});

it('broadcast-2000: refusals, 429, a lost response and a killed worker, and nobody is written to twice', async () => {
  const { sandbox, container } = shop;
  await shop.customers(PEOPLE);
  const { rows } = await container.knex.raw<{ rows: { email: string }[] }>(
    `select email from accounts_users where email like 'buyer+%' order by md5(id::text) limit ?`,
    [PEOPLE / 100],
  );
  // Let the notices of the settings go first: the faults are not for them.
  await eventually(async () =>
    expect(await container.knex('mail_messages').whereIn('state', ['queued', 'sending'])).toEqual([]),
  );
  sandbox.clear();
  sandbox.control({ duplicateEvents: true, shuffleEvents: true, hold: true });
  const id = await shop.send();
  // Dies while its first call is with the provider, which accepts it all the same.
  await eventually(async () => expect((await shop.read(id)).counters['sending']).toBeGreaterThan(0));
  await sleep(1_000);
  await worker.kill();
  sandbox.control({ hold: false });
  await eventually(async () => expect(shop.arrivals().size).toBeGreaterThan(0));
  sandbox.control({ apiStatus: 429, refuseRecipients: rows.map(({ email }) => email) });
  await shop.startWorkers(ROLES);
  // Left behind by the dead worker: unclear, or sent where the provider has reported them already.
  await eventually(async () => {
    const { counters } = await shop.read(id);
    expect((counters['unclear'] ?? 0) + (counters['sent'] ?? 0)).toBeGreaterThan(0);
  });
  sandbox.control({ apiStatus: null, spareNext: 1, loseNext: 1 });
  // One response that is lost leaves a whole call unclear: it pauses, and a person has it go on. Which words come last, and
  // whether another pause follows, depends on which call was lost and where the refused addresses are.
  const paused = await shop.reaches(id, 'paused');
  expect(paused.reason).toMatch(NOT_ACCEPTED);
  expect(paused.counters['queued']).toBeGreaterThan(0);
  let resumed = 0;
  const done = await eventually(async () => {
    const broadcast = await shop.read(id);
    if (broadcast.status === 'paused') {
      expect(broadcast.reason).toMatch(NOT_ACCEPTED);
      if (resumed < MAX_PAUSES) expect(await shop.post(`/admin/campaigns/broadcasts/${id}/resume`)).toBe(200);
      resumed += 1;
    }
    expect(broadcast).toMatchObject({ status: 'sent' });
    return broadcast;
  });
  expect(resumed).toBeLessThanOrEqual(MAX_PAUSES);
  await shop.expectWhole(id);

  const people = () => [...shop.arrivals()].filter(([address]) => address.startsWith('buyer+'));
  const { sent = 0, unclear = 0, failed = 0 } = done.counters;
  expect(failed).toBeLessThanOrEqual(PEOPLE / 100);
  expect(sent + unclear + failed).toBe(PEOPLE);
  // Events settle what they can: what has arrived counts as sent and delivered, and nothing else does.
  await eventually(async () => {
    const { counters } = await shop.read(id);
    expect([counters['delivered'], counters['sent']]).toEqual([people().length, people().length]);
  });
  expect(people().length).toBeLessThanOrEqual(sent + unclear);
  expect(people().filter(([, times]) => times > 1)).toEqual([]);
  await shop.expectWhole(id);
});
