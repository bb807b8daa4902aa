import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { endedRun, expectEachPaidOnce, payableVendors, startRun } from './payout-runs.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'relay'] });
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

/** The second and the third commit of a vendor are lost, as of workers that die between a payout and its commit. */
async function loseCommits(): Promise<void> {
  await platform.container.knex.raw(`
    create sequence lost_commits;
    create function lose_commit() returns trigger language plpgsql as $$ begin
      -- A sequence counts on through the rollback.
      if nextval('lost_commits') in (2, 3) then raise exception 'the worker is gone'; end if;
      return null;
    end $$;
    create constraint trigger lose_commit after insert on payouts deferrable initially deferred
      for each row execute function lose_commit()`);
}

it('a run whose workers are lost in the middle goes on at its checkpoint: each vendor is paid once', async () => {
  const vendors = await payableVendors(platform, 4);
  await loseCommits();
  const run = await startRun(admin);
  expect(await endedRun(admin, run.id)).toMatchObject({ vendors: 4, created: 4 });
  await expectEachPaidOnce(admin, vendors);
  await expectBooksRight(platform.container);
});
