import { findMailTemplate } from '#domain/mail/template-registry.js';
import { systemContext } from '#domain/_shared/context.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';

/**
 * Puts mails about orders into the queue, three a transaction as an order has them, and leaves them to the worker:
 * `node queue-mails.js <mails>`. Prints the seconds as a line of JSON.
 */
const [mails = 1_000] = process.argv.slice(2).map(Number);
const TOGETHER = 3;
const template = findMailTemplate('order.confirmed', 'customer');
if (!template) throw new Error('There is no template for a confirmed order');

const container = await createContainer(parseConfig(process.env), { name: 'bench' });
await container.start();
const { mail, unitOfWork, clock } = container;
const began = performance.now();
for (let first = 0; first < mails; first += TOGETHER) {
  const context = systemContext({ name: 'bench' }, clock.now());
  const some = Array.from({ length: Math.min(TOGETHER, mails - first) }, (_, place) => ({
    template: template.eventType,
    role: template.role,
    to: `buyer-${first + place}@bench.example.com`,
    variables: { ...template.sample, customerName: 'Asha Rao' },
    dedupeKey: `bench:${began}:${first + place}`,
  }));
  await unitOfWork.run(context, (tx) => mail.enqueueAll(tx, context, some));
}
console.log(JSON.stringify({ mails, seconds: (performance.now() - began) / 1_000 }));
await container.stop();
