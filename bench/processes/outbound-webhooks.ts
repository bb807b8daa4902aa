import { Agent, request } from 'node:http';
import { Worker } from 'node:worker_threads';
import { createDeliveryAttempts } from '#activities/outbound-webhooks/attempt-delivery.js';
import { createDeliveryPass } from '#activities/outbound-webhooks/deliver-webhooks.js';
import { createEndpointResults } from '#activities/outbound-webhooks/endpoint-results.js';
import { adminOrderExample } from '#api/orders/order-examples.js';
import { createDeliveriesRepository } from '#db/outbound-webhooks/deliveries.repository.js';
import { createEndpointsRepository } from '#db/outbound-webhooks/endpoints.repository.js';
import { createMessagesRepository } from '#db/outbound-webhooks/messages.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { AT_ONCE_PER_ENDPOINT } from '#domain/outbound-webhooks/delivery.js';
import { createWebhookSender } from '#integrations/outbound-webhooks/webhook-sender.js';
import { newWebhookSecret } from '#integrations/outbound-webhooks/webhook-signature.js';
import { parseConfig } from '#lib/config.js';
import { newId } from '#lib/ids.js';
import { createEndpointDisabling } from '#operations/outbound-webhooks/disable-endpoint.js';
import { messageBody } from '#operations/outbound-webhooks/message-body.js';
import { createContainer } from '#runtime/container.js';

/**
 * Sends events to endpoints, and posts the same bodies by a bare client that keeps its connections:
 * `node outbound-webhooks.js <events> <endpoints>`. Prints a line of JSON.
 */
const [events = 10_000, endpointCount = 5] = process.argv.slice(2).map(Number);
const CHUNK = 500;
/** A receiver that does nothing, in a thread of this process. */
const RECEIVER = `const { createServer } = require('node:http'); const { parentPort } = require('node:worker_threads');
const server = createServer((req, res) => { req.resume(); req.on('end', () => res.end('ok')); });
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

const receiver = new Worker(RECEIVER, { eval: true });
const port = await new Promise<number>((resolve) => receiver.once('message', resolve));
const container = await createContainer(
  parseConfig({ ...process.env, NODE_ENV: 'development', WEBHOOKS_ALLOW: '127.0.0.1' }),
  { name: 'bench' },
);
await container.start();
const { knex, keyring, unitOfWork, clock } = container;
const sender = createWebhookSender({ production: false, allow: ['127.0.0.1'] });
const disable = createEndpointDisabling(container, createEndpointsRepository(knex));
const delivery = createDeliveryPass({
  ...container,
  attempt: createDeliveryAttempts({ ...container, sender }),
  recordResults: createEndpointResults(createDeliveriesRepository(), disable),
});
const endpointIds = Array.from({ length: endpointCount }, () => newId());
await knex('outbound_webhooks_endpoints').insert(
  endpointIds.map((id) => ({
    id,
    url: `http://127.0.0.1:${port}/${id}`,
    events: ['*'],
    contactEmail: 'bench@example.com',
    secretEncrypted: keyring.encrypt(newWebhookSecret()),
  })),
);
const bodies = Array.from({ length: events }, (_, revision) =>
  messageBody({ type: 'order.paid', timestamp: clock.now(), revision, data: adminOrderExample, link: '/' }),
);
const ctx = systemContext({ name: 'bench' }, clock.now());
for (let from = 0; from < events; from += CHUNK) {
  const chunk = bodies.slice(from, from + CHUNK).map((body) => ({
    id: newId(),
    sourceId: newId(),
    event: 'order.paid',
    vendorId: null,
    entityId: 'bench',
    body,
    createdAt: ctx.now,
    endpointIds,
  }));
  await unitOfWork.run(ctx, (tx) => createMessagesRepository().insertAll(tx, chunk));
}
await knex.raw('analyze outbound_webhooks_deliveries');

/** Seconds and CPU of this process, the receiver's among it. */
async function timed(work: () => Promise<unknown>) {
  const count = events * endpointCount;
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return { count, seconds, perSecond: count / seconds, cpuMs: (user + system) / 1_000 / count };
}

function post(agent: Agent, path: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve());
    })
      .on('error', reject)
      .end(body);
  });
}

const bare = await timed(() =>
  Promise.all(
    endpointIds.map(async (id) => {
      const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE_PER_ENDPOINT });
      const waiting = [...bodies];
      const lane = async () => {
        for (let body = waiting.pop(); body !== undefined; body = waiting.pop())
          await post(agent, `/${id}`, body);
      };
      await Promise.all(Array.from({ length: AT_ONCE_PER_ENDPOINT }, lane));
      agent.destroy();
    }),
  ),
);
const control = { heartbeat: () => undefined, signal: new AbortController().signal, limit: 500 };
const queue = await timed(async () => {
  while ((await delivery.pass(control)).taken > 0);
  await delivery.settled();
});
const [left] = (await knex('outbound_webhooks_deliveries')
  .whereNot({ state: 'delivered' })
  .count({ n: '*' })) as {
  n: number;
}[];
if (left?.n !== 0) throw new Error(`${left?.n} deliveries were not sent`);
sender.close();
await container.stop();
await receiver.terminate();
console.log(JSON.stringify({ events, endpoints: endpointCount, queue, bare }));
