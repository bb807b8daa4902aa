import { type Finding, finding } from '../finding.js';
import type { World } from '../flow.js';
import type { Part } from '../processes/part.js';

/** What holds for the platform as a whole, whatever its flows are. */
export async function checkPlatform(
  world: World,
  seen: { left: string[]; parts: readonly Part[] },
): Promise<Finding[]> {
  return [
    finding('everything came to rest', 1, seen.left),
    await outboxIsEmpty(world),
    finding(
      'no process ended by itself',
      seen.parts.length,
      seen.parts.filter(({ deaths }) => deaths > 0).map(({ name, deaths }) => `${name}, ${deaths} times`),
    ),
  ];
}

/** Each event is there for its subscribers, and each of them has had it. */
export async function outboxIsEmpty({ container: { knex } }: Pick<World, 'container'>): Promise<Finding> {
  const rows = (await knex('outbox_deliveries')
    .whereNot({ state: 'delivered' })
    .select('subscription', 'entityId', 'state', 'attempts', 'lastError')) as Record<string, unknown>[];
  const [{ count }] = (await knex('outbox_deliveries').count()) as [{ count: number }];
  return finding(
    'every event was delivered',
    count,
    rows.map((row) => JSON.stringify(row)),
  );
}
