import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { percentiles } from '../load/latencies.mjs';
import { cpuPer } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { drained } from '../stand/backlog.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';

/**
 * Committed events on their way: in masses through a drain, mails through theirs until they are sent, one workflow each,
 * and one alone on an idle platform.
 */
export const defaults = { events: 20_000, mails: 1_500, each: 300, alone: 40 };

/** Writes events with one delivery each, as `outbox.append` does, and notifies the relay. */
function write(stand, { type, subscription, count, entityId }) {
  return stand.query(
    `with written as (
       insert into outbox_events (type, entity_id, payload, actor, request_id)
       select $1, entity, jsonb_build_object('orderId', entity, 'orderNumber', 'HT-00000000', 'userId', entity),
         '{"type":"system","id":"bench"}', 'bench'
       from (select coalesce($4::uuid, uuidv7())::text as entity from generate_series(1, $3::integer)) as entities
       returning id, entity_id
     ), delivered as (
       insert into outbox_deliveries (event_id, subscription, entity_id) select id, $2, entity_id from written
     )
     select pg_notify('live', 'outbox:'), clock_timestamp() as at`,
    [type, subscription, count, entityId ?? null],
  );
}

/** Mails as the platform queues them: the drain claims, renders and sends each, and writes down what became of it. */
async function mailsThrough(stand, count) {
  return through(stand, { type: 'mail.queued', subscription: 'mail', count }, () =>
    runBenchProcess('queue-mails', [count], stand.env),
  );
}

async function through(stand, job, writeAll = () => write(stand, job)) {
  const before = cpuSeconds(stand.pids);
  const began = performance.now();
  await writeAll();
  const written = (performance.now() - began) / 1000;
  await drained(stand);
  const seconds = (performance.now() - began) / 1000;
  const cpuMs = cpuPer(before, cpuSeconds(stand.pids), job.count);
  return { ...job, written, seconds, perSecond: job.count / seconds, cpuMs };
}

/** From the commit until the engine has the workflow, by the clock that both share. */
async function latencies(stand, count) {
  const connection = await Connection.connect({ address: stand.env.TEMPORAL_ADDRESS });
  const client = new Client({ connection, namespace: stand.env.TEMPORAL_NAMESPACE });
  const times = [];
  for (let turn = 0; turn < count; turn += 1) {
    const entityId = randomUUID();
    await write(stand, { type: 'order.placed', subscription: 'orders-follow', count: 1, entityId });
    const committed = Date.now();
    for (;;) {
      await sleep(150);
      const found = await client.workflow
        .getHandle(`orders-follow-${entityId}`)
        .describe()
        .catch(() => undefined);
      if (!found) continue;
      times.push(found.startTime.getTime() - committed);
      break;
    }
  }
  await connection.close();
  return percentiles(times);
}

export async function run({ options, start }) {
  const { events, mails, each, alone } = options;
  const stand = await start({ apps: ['sandboxes', 'worker'] });
  await sleep(2_000); // the relay takes its lock
  const drain = { type: 'order.confirmed', subscription: 'invoice-requests' };
  const workflows = { type: 'order.placed', subscription: 'orders-follow' };
  await through(stand, { ...drain, count: 2_000 });
  await through(stand, { ...workflows, count: 30 });
  const idle = await latencies(stand, alone);
  const drained20k = await through(stand, { ...drain, count: events });
  await mailsThrough(stand, 60);
  const mailed = await mailsThrough(stand, mails);
  const started = await through(stand, { ...workflows, count: each });
  const round = (value) => Math.round(value * 100) / 100;
  return {
    tables: {
      'Events per second, from before the commit until they are delivered': [drained20k, mailed, started].map(
        ({ subscription, count, seconds, perSecond, cpuMs }) => ({
          subscription,
          events: count,
          seconds: round(seconds),
          'events/s': round(perSecond),
          'worker ms': cpuMs.worker,
          'Postgres ms': cpuMs.postgres,
          'engine ms': cpuMs.temporal,
        }),
      ),
      'Milliseconds from commit to workflow start, idle': [idle],
    },
    targets: [
      target('events through a drain', drained20k.perSecond, { least: 1_000, unit: 'events/s' }),
      target('mails through a drain', mailed.perSecond, { least: 50, unit: 'mails/s' }),
      target('commit to workflow start, p95', idle.p95, { most: 100, unit: 'ms' }),
    ],
    details: { drained: drained20k, mailed, started, idle },
  };
}
