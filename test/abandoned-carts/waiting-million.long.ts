import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createWaitingCartsRepository } from '#db/abandoned-carts/waiting-carts.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

/** Carts that wait; `ABANDONED_CARTS=100000` tries fewer. */
const CARTS = Number(process.env['ABANDONED_CARTS'] ?? 1_000_000);
const DUE = 1_000;

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
  await writeCarts();
});
afterAll(() => kernel.stop());

/** Cart n was changed n seconds before an hour ago; the first thousand are due, the others wait. */
async function writeCarts(): Promise<void> {
  const { knex } = kernel.container;
  await knex.raw(
    `insert into accounts_users (id, name, email, is_anonymous) values (md5('guest')::uuid, 'x', 'guest@example.com', true)`,
  );
  const batch = 50_000;
  for (let from = 1; from <= CARTS; from += batch) {
    await knex.transaction(async (tx) => {
      // Triggers and foreign keys are not what is looked at here, and take most of the time of writing.
      await tx.raw(`set local session_replication_role = 'replica'`);
      await tx.raw(`set local statement_timeout = '10min'`);
      const range = [from, Math.min(from + batch - 1, CARTS)];
      await tx.raw(
        `insert into carts (id, user_id, status, created_at, updated_at)
         select md5('cart ' || n)::uuid, md5('guest')::uuid, 'open', at, at
         from generate_series(?::integer, ?::integer) n, lateral (select now() - make_interval(hours => 1, secs => n) as at) t`,
        range,
      );
      await tx.raw(
        `insert into abandoned_carts_waiting (cart_id, changed_at, due_at)
         select md5('cart ' || n)::uuid, now() - make_interval(hours => 1, secs => n),
           case when n <= ? then now() - make_interval(secs => 60 + n) else now() + make_interval(mins => 10, secs => n) end
         from generate_series(?::integer, ?::integer) n`,
        [DUE, ...range],
      );
    });
  }
  await knex.raw('analyze');
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Runs a statement ten times. @returns its plan, and the milliseconds of one run in the database */
async function explained(sql: string): Promise<{ scans: string[]; ms: number }> {
  const times = [];
  let scans: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    const { rows } = await kernel.container.knex.raw<{
      rows: { 'QUERY PLAN': { Plan: Plan; 'Execution Time': number; 'Planning Time': number }[] }[];
    }>(`explain (analyze, format json) ${sql}`);
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    if (!plan) throw new Error('There is no plan');
    scans = nodesOf(plan.Plan)
      .filter((node) => node['Relation Name'])
      .map((node) => `${node['Node Type']} ${node['Relation Name']}`);
    times.push(plan['Execution Time'] + plan['Planning Time']);
  }
  return { scans, ms: times.sort((a, b) => a - b)[5] ?? 0 };
}

it(`${DUE} due carts are found among ${CARTS} without reading the others`, async () => {
  const { unitOfWork } = kernel.container;
  const due = await explained(
    'select cart_id from abandoned_carts_waiting where due_at <= now() order by due_at limit 100 for update skip locked',
  );
  const changed = await explained(
    `select c.id, c.updated_at from carts c where c.status = 'open'
       and (c.updated_at, c.id) > (now() - interval '66 min', md5('x')::uuid) and c.updated_at <= now() order by c.updated_at, c.id limit 2000`,
  );
  console.log(
    `${CARTS} carts wait: ${due.ms.toFixed(2)} ms for 100 due, ${changed.ms.toFixed(2)} ms for what changed in the last minutes`,
    due.scans,
    changed.scans,
  );
  expect(due.scans).toEqual(['Index Scan abandoned_carts_waiting']);
  expect(changed.scans.some((scan) => scan.startsWith('Seq Scan'))).toBe(false);
  const waiting = createWaitingCartsRepository();
  const ctx = systemContext({ name: 'test' }, new Date());
  const began = performance.now();
  let found = 0;
  for (let batch = -1; batch !== 0;) {
    batch = await unitOfWork.run(ctx, async (tx) => {
      const ids = await waiting.claim(tx, ctx.now, 100);
      await waiting.remove(tx, ids);
      return ids.length;
    });
    found += batch;
  }
  console.log(`${found} due carts claimed and settled in ${(performance.now() - began).toFixed(0)} ms`);
  expect(found).toBe(DUE);
});
