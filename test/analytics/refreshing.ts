import { PLATFORM } from '#db/analytics/rollup-tables.js';
import type { RefreshStep, RefreshStepOperation } from '#operations/analytics/refresh-step.js';
import { type PlatformSnapshot, type VendorSnapshot } from '#domain/analytics/snapshot.js';
import { periods } from '#domain/analytics/periods.js';
import type { Container } from '#runtime/container.js';
import type { TestKernel } from '../_support/kernel.js';

/** Removes all orders, postings and rollups, past the trigger that keeps the ledger append-only. */
export async function removeRawRows({ knex }: Pick<Container, 'knex'>): Promise<void> {
  await knex.transaction(async (tx) => {
    await tx.raw('set local session_replication_role = replica');
    await tx.raw('truncate orders, ledger_transactions, analytics_dirty cascade');
    await tx('analytics_state').update({ zone: null, computedAt: null });
  });
}

/** Refreshes to the end, as if it were `now`. @returns the steps that it took */
export async function refreshAt(
  { container, ctx }: Pick<TestKernel, 'container' | 'ctx'>,
  step: RefreshStepOperation,
  zone: string,
  now?: Date,
): Promise<RefreshStep[]> {
  const steps: RefreshStep[] = [];
  for (;;) {
    const result = await container.unitOfWork.run(ctx, (tx) => step(tx, zone, now));
    steps.push(result);
    if (result.kind !== 'more') return steps;
  }
}

/** The stored snapshots, in the order of the windows. */
export async function storedDashboard({ knex }: Pick<Container, 'knex'>) {
  const rows = (await knex('analytics_snapshots')) as { scope: string; period: string; data: string }[];
  const of = (scope: string) =>
    periods.flatMap((period) => rows.filter((row) => row.scope === scope && row.period === period));
  const scopes = [...new Set(rows.map(({ scope }) => scope))].filter((scope) => scope !== PLATFORM);
  const vendors = ((await knex('vendors').select('id')) as { id: string }[]).map(({ id }) => id);
  if (scopes.length !== vendors.length) throw new Error('Some vendor has no snapshot');
  return {
    platform: of(PLATFORM).map(({ data }) => JSON.parse(data) as PlatformSnapshot),
    vendors: new Map(vendors.map((id) => [id, of(id).map(({ data }) => JSON.parse(data) as VendorSnapshot)])),
  };
}
