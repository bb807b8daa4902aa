import { setTimeout as sleep } from 'node:timers/promises';
import { systemContext } from '#domain/_shared/context.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

type Deps = Pick<Fixtures, 'container'>;

/** Refreshes to the end, as of `at`, and returns each snapshot without its time. */
async function refreshed({ container }: Deps, at: Date): Promise<Map<string, string>> {
  const { unitOfWork, operations, knex } = container;
  const ctx = systemContext({ name: 'faults' }, at);
  for (;;) {
    const step = await unitOfWork.run(ctx, (tx) =>
      operations.refreshStep(tx, storeSettings.timeZone.default, at),
    );
    if (step.kind === 'done') break;
    // The refresh of a worker may be under way.
    if (step.kind === 'busy') await sleep(200);
  }
  const rows = (await knex('analytics_snapshots')) as { scope: string; period: string; data: string }[];
  return new Map(
    rows.map(({ scope, period, data }) => {
      const { computedAt: _, ...figures } = JSON.parse(data) as Record<string, unknown>;
      return [`${period} of ${scope}`, JSON.stringify(figures)];
    }),
  );
}

/** The sums that were kept while everything was hurt give the figures that the raw rows give, and no day stays marked. */
export async function dashboardEqualsRawRows(fixtures: Deps): Promise<Finding[]> {
  const { knex } = fixtures.container;
  const at = new Date();
  const kept = await refreshed(fixtures, at);
  const marked = await knex('analytics_dirty');
  await knex('analytics_state').update({ rebuild: true });
  const anew = await refreshed(fixtures, at);
  const wrong = [...anew].filter(([name, figures]) => kept.get(name) !== figures);
  return [
    finding(
      'the dashboard equals the raw rows',
      anew.size,
      wrong.map(([name, figures]) => `${name} is ${kept.get(name)} and has to be ${figures}`),
    ),
    finding(
      'no day stays marked',
      marked.length,
      marked.map((row) => JSON.stringify(row)),
      { mayBeEmpty: true },
    ),
  ];
}
