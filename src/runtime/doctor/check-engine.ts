import { readNotice } from '#db/events/notices.query.js';
import { subscriptions } from '#events/subscriptions.js';
import { findOpenFlowsWithoutRun } from '#runtime/open-flows-check.js';
import type { Container } from '#runtime/container.js';
import { type Finding, findingOf } from './finding.js';

/** The engine beside the database: whose runs it holds, and whether everything open has one. */
export async function checkEngine(container: Container): Promise<Finding[]> {
  const { knex, gateway, engineWatch, config } = container;
  await engineWatch.check();
  const problem = engineWatch.problem();
  if (problem !== undefined)
    return findingOf([config.TEMPORAL_NAMESPACE], {
      check: 'engine',
      problem,
      command: 'npm run engine:setup && npm run redeliver',
      fixable: false,
    });
  if (!(await gateway.probe()))
    return findingOf([config.TEMPORAL_ADDRESS], {
      check: 'engine',
      problem: 'The workflow engine cannot be reached',
      command: 'start it',
      fixable: false,
    });
  const missing = await findOpenFlowsWithoutRun({ ...container, client: gateway.client, subscriptions });
  const parkedDeliveries = await readNotice(knex, 'parkedDeliveries');
  const parked = (await knex('outbox_deliveries').where({ state: 'parked' }).limit(20).select('eventId')) as {
    eventId: string;
  }[];
  return [
    ...findingOf(missing, {
      check: 'engine',
      problem: 'Open in the database, without a run in the engine',
      command: 'npm run redeliver',
      fixable: true,
    }),
    ...findingOf(
      parked.map(({ eventId }) => eventId),
      {
        check: 'engine',
        problem: `${parkedDeliveries} deliveries are parked: lastError says why`,
        command: 'POST /admin/event-deliveries/<event>/<subscription>/retry',
        fixable: false,
      },
    ),
  ];
}
