import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Knex } from '#db/kernel/knex.js';
import { createGroupRefreshRepository } from '#db/customer-groups/group-refresh.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { GroupRule } from '#domain/customer-groups/group-rules.js';
import { newId } from '#lib/ids.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

/** The whole figure: `CUSTOMERS=1000000 npm run test:long -- test/customer-groups/group-refresh.long.ts`. */
const CUSTOMERS = Number(process.env['CUSTOMERS'] ?? 100_000);
/** Turns of each side, alternating; the median of each counts. */
const TURNS = 3;
/** Most that a refresh may take of the time of the plain statement. */
const MOST = 3;
const DAY_MS = 86_400_000;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
  await fill();
});
afterAll(() => platform.stop());

/** In a transaction whose statements may take as long as they need. */
const withoutTimeout = <T>(work: (tx: Knex.Transaction) => PromiseLike<T>) =>
  platform.container.knex.transaction(async (tx) => {
    await tx.raw(`set local statement_timeout = '20min'`);
    return work(tx);
  });

/** Customers with none to three orders each, of all amounts and dates, in ten states. */
async function fill(): Promise<void> {
  const { knex } = platform.container;
  await withoutTimeout(async (tx) => {
    // The rows refer to each other as they should: a look at each reference would be most of the time.
    await tx.raw(`set local session_replication_role = replica`);
    await tx.raw(
      `insert into accounts_users (id, name, email, email_verified, created_at)
     select uuidv7(), 'Customer ' || n, 'customer-' || n || '@example.com', true, now() - make_interval(days => n % 900)
     from generate_series(1, ?::integer) as n`,
      [CUSTOMERS],
    );
    await tx.raw(
      `insert into orders (order_number, user_id, cart_id, email, customer_name, status, payment_status,
       payment_provider_id, payment_method, currency, subtotal, shipping_total, tax_total, grand_total,
       prices_include_tax, shipping_address, billing_address, placed_at, confirmed_at)
     select 'G-' || u.n || '-' || k, u.id, gen_random_uuid(), u.email, u.name, 'confirmed', 'paid', 'cod', 'cod', 'INR',
       amount, 0, 0, amount, true, address, address, at, at
     from (select *, row_number() over (order by id) as n from accounts_users where email like 'customer-%') as u
     cross join lateral generate_series(1, (u.n % 4)::integer) as k
     cross join lateral (select 10000 + (u.n * 7919 * k) % 900000 as amount,
       now() - make_interval(days => ((u.n * 31 * k) % 700)::integer) as at,
       jsonb_build_object('country', 'IN', 'stateCode', (20 + u.n % 10)::text, 'city', 'Chennai', 'postalCode', '600001') as address) as o`,
    );
  });
  await knex.raw('vacuum analyze accounts_users');
  await knex.raw('vacuum analyze orders');
}

const rules: GroupRule[] = [
  { field: 'orders', op: 'at_least', value: 2 },
  { field: 'spent', op: 'at_least', value: 200_000 },
  { field: 'last_order', op: 'within', value: 365 },
];

/** What an analyst would write: one statement with these conditions, into a table with the same indexes. */
const plain = `
  insert into plain_members (group_id, user_id, joined_at)
  select ?::uuid, u.id, ?::timestamptz from accounts_users u
  join (
    select user_id, count(*) as orders, sum(grand_total - refunded_total) as spent, max(placed_at) as last_order_at
    from orders where confirmed_at is not null and status <> 'cancelled' group by user_id
  ) as f on f.user_id = u.id
  where not u.is_anonymous and u.banned_at is null
    and f.orders >= 2 and f.spent >= 200000 and f.last_order_at >= ?`;

const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

it(`a group by rules over ${CUSTOMERS} customers costs at most ${MOST} times one plain statement`, async () => {
  const { knex, unitOfWork, clock } = platform.container;
  const groups = createGroupRefreshRepository();
  const now = clock.now();
  const since = new Date(now.getTime() - 365 * DAY_MS);
  const id = newId();
  await knex('customer_groups').insert({ id, name: 'Regulars', kind: 'rules', rules: JSON.stringify(rules) });
  await knex.raw('create table plain_members (like customer_groups_members including indexes)');
  const refresh = () => {
    const ctx = systemContext({ name: 'test' }, now);
    return unitOfWork.run(ctx, (tx) => groups.refreshGroup(tx, id, now));
  };
  const times = { first: [] as number[], nightly: [] as number[], plain: [] as number[] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    await knex.raw('truncate plain_members');
    times.plain.push(await timed(() => withoutTimeout((tx) => tx.raw(plain, [id, now, since]))));
    await knex('customer_groups_members').where({ groupId: id }).delete();
    await knex.raw('vacuum analyze customer_groups_members');
    times.first.push(await timed(refresh));
    // Nobody comes or goes, as on most nights.
    times.nightly.push(await timed(refresh));
  }
  const { rows } = await knex.raw<{ rows: { plain: number; members: number; kept: number; same: number }[] }>(
    `select (select count(*) from plain_members)::int as plain,
       (select count(*) from customer_groups_members where group_id = ?)::int as members,
       (select member_count from customer_groups where id = ?) as kept,
       (select count(*) from customer_groups_members m join plain_members p using (group_id, user_id))::int as same`,
    [id, id],
  );
  const [counts] = rows;
  const [base, first, nightly] = [median(times.plain), median(times.first), median(times.nightly)];
  const figures = {
    customers: CUSTOMERS,
    members: counts?.members,
    plainMs: base,
    firstMs: first,
    nightlyMs: nightly,
    firstRatio: first / base,
    nightlyRatio: nightly / base,
  };
  console.log(JSON.stringify(figures));
  expect(counts?.members).toBeGreaterThan(CUSTOMERS / 20);
  expect([counts?.members, counts?.kept, counts?.same]).toEqual([
    counts?.plain,
    counts?.plain,
    counts?.plain,
  ]);
  expect(first / base).toBeLessThanOrEqual(MOST);
  expect(nightly / base).toBeLessThanOrEqual(MOST);
});
