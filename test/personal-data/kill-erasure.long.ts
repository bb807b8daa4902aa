import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createErasuresRepository } from '#db/personal-data/erasures.repository.js';
import { personalDataSettings } from '#domain/personal-data/personal-data.settings.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { data } from '../_support/shop.js';
import { startWorkerProcess } from '../_support/worker-process.js';
import { tableTraces, whereIs } from '../edge/secret-traces.js';
import { createPerson } from './person.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ workers: ['relay'] });
  await setSettings(platform.container, { [personalDataSettings.waitingDays.key]: 0 });
});
afterAll(() => platform.stop());

/** Points at which the worker is killed, each in the middle of a transaction. */
const points = [
  { at: 'before the erasure begins', gate: 'new.status = $$erasing$$ and old.status = $$scheduled$$' },
  {
    at: 'after its first table',
    gate: 'cardinality(new.tables_done) = 1 and cardinality(old.tables_done) = 0',
  },
  {
    at: 'between two tables',
    gate: 'cardinality(new.tables_done) = 20 and cardinality(old.tables_done) = 19',
  },
  { at: 'before the account is removed', gate: 'new.status = $$erased$$' },
];

it.each(points)(
  'a worker that is killed $at leaves an erasure that another worker ends whole',
  async ({ gate: condition }) => {
    const { container, http } = platform;
    const { knex, config } = container;
    const { buyer, traces } = await createPerson(container);
    const gate = await holdUpdates(config.DATABASE_URL, 'personal_data_erasures', condition);
    const first = await startWorkerProcess(config, 'core');
    const requested = await http.as(buyer.token).post<{ id: string }>('/me/personal-data/erasure', {});
    const { id } = data(requested);
    await gate.reached();
    await first.kill();
    await gate.open();
    const second = await startWorkerProcess(config, 'core');
    const erased = async () => createErasuresRepository(knex).find(knex, id);
    await eventually(async () => expect(await erased()).toMatchObject({ status: 'erased' }));
    await second.kill();
    const last = { template: 'personal_data.erased', recipient: buyer.email };
    expect(await knex('mail_messages').where(last)).toHaveLength(1);
    await knex('mail_messages').where(last).delete();
    const tables = await tableTraces(knex);
    expect(traces.flatMap((trace) => whereIs(trace, tables))).toEqual([]);
  },
);
