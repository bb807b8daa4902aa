import { Client, Connection } from '@temporalio/client';

const round = (value) => Math.round(value * 100) / 100;

/** The database's clock, so that what is counted began after it whatever the load's clock says. */
export async function instant(stand) {
  const [{ now }] = await stand.query('select clock_timestamp() as now');
  return now;
}

/** Deliveries of the outbox since an instant, by subscription, for each of `orders`. */
export async function deliveriesPer(stand, since, orders) {
  const rows = await stand.query(
    `select d.subscription, count(*)::integer as count from outbox_deliveries d join outbox_events e on e.id = d.event_id
     where e.created_at >= $1 group by 1 order by 2 desc`,
    [since],
  );
  return rows.map(({ subscription, count }) => ({ subscription, 'an order': round(count / orders) }));
}

/** Workflow runs that began since an instant, and the events of their histories, by type, for each of `orders`. */
export async function runsPer(stand, since, orders) {
  const connection = await Connection.connect({ address: stand.env.TEMPORAL_ADDRESS });
  try {
    const client = new Client({ connection, namespace: stand.env.TEMPORAL_NAMESPACE });
    const byType = new Map();
    for await (const run of client.workflow.list({ query: `StartTime >= '${since.toISOString()}'` })) {
      const sum = byType.get(run.type) ?? { runs: 0, events: 0 };
      byType.set(run.type, { runs: sum.runs + 1, events: sum.events + (run.historyLength ?? 0) });
    }
    return [...byType].map(([workflow, { runs, events }]) => ({
      workflow,
      'runs an order': round(runs / orders),
      'events a run': round(events / runs),
      'events an order': round(events / orders),
    }));
  } finally {
    await connection.close();
  }
}
