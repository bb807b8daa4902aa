import { NOBODY_SKIPPED } from '#domain/campaigns/campaign-topic.js';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createTransport } from 'nodemailer';
import { createCampaignsActivities } from '#activities/campaigns/campaigns.activities.js';
import { createEventsActivities } from '#activities/events/events.activities.js';
import { createMailDrainHandler } from '#activities/mail/mail-drain.js';
import { writeRecipients } from '#db/campaigns/audience.query.js';
import { createBroadcastsRepository } from '#db/campaigns/broadcasts.repository.js';
import { listDeliveries } from '#db/mail/deliveries.query.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { createDueDrains } from '#events/due-drains.js';
import { mailSubscriptions } from '#events/mail.subscriptions.js';
import { openService } from '#integrations/mail/api-mailer.js';
import { callOf } from '#integrations/mail/bulk-api-mailer.js';
import { createMailers, type Mailers } from '#integrations/mail/mailers.js';
import type { BulkMail, OutgoingMail } from '#integrations/mail/mailer.js';
import { fillCampaign } from '#integrations/mail/render-campaign.js';
import { parseConfig } from '#lib/config.js';
import { newId } from '#lib/ids.js';
import { createContainer } from '#runtime/container.js';

/**
 * Measures the mail queue and campaigns in one process beside the bare clients that send the same finished mails:
 * `node mails.js <mails> <recipients> <customers> <deliveries>`. Prints a line of JSON.
 */
const [mails = 2_000, recipients = 10_000, customers = 100_000, deliveries = 100_000] = process.argv
  .slice(2)
  .map(Number);
const API_KEY = 'SG.key-of-the-bench';
const LANES = 5;
const BULK = 500;
const ORIGIN = { actor: { type: 'system' as const, id: 'bench' }, requestId: 'bench' };

const container = await createContainer(parseConfig(process.env), { name: 'bench' });
await container.start();
const { knex, unitOfWork, clock, config, settingsRepository, keyring } = container;
const context = () => systemContext({ name: 'bench' }, clock.now());
const run = <T>(work: (tx: Tx) => Promise<T>) => unitOfWork.run(context(), work);
const real = createMailers(config);
const sent: OutgoingMail[] = [];
const bulk: BulkMail[] = [];
/** The mailers of the platform, which remember what they were given. */
const mailers: Mailers = {
  mailerFor: (settings) => ({
    send(mail) {
      sent.push(mail);
      return real.mailerFor(settings).send(mail);
    },
  }),
  bulkMailerFor: (settings) => ({
    ...real.bulkMailerFor(settings),
    sendMany(mail, signal) {
      bulk.push(mail);
      return real.bulkMailerFor(settings).sendMany(mail, signal);
    },
  }),
  close: () => real.close(),
};

const result: Record<string, unknown> = { mails, recipients, customers, deliveries };
await addCustomers(Math.max(recipients, customers));
for (const provider of ['smtp', 'mailapi'] as const) {
  await use(provider);
  result[`queue ${provider}`] = await queue();
  result[`bare ${provider}`] = await bare(provider);
  result[`campaign ${provider} small`] = await campaign(Math.ceil(recipients / 10));
  result[`campaign ${provider}`] = await campaign(recipients);
  result[`bare campaign ${provider}`] = await bareCampaign(provider);
}
result['audience'] = await audience();
result['list'] = await lists();
real.close();
await container.stop();
console.log(JSON.stringify(result));

async function use(provider: 'smtp' | 'mailapi'): Promise<void> {
  await run(async (tx) => {
    await settingsRepository.lockRevision(tx);
    await settingsRepository.write(tx, null, [
      { key: mailSettings.provider.key, value: provider },
      { key: mailSettings.mailapiApiKey.key, value: keyring.encrypt(API_KEY) },
      { key: campaignsSettings.ratePerSecond.key, value: 10_000 },
      { key: mailSettings.ratePerSecond.key, value: 10_000 },
    ]);
  });
  await container.settings.refresh();
}

/** Seconds and CPU of a piece of work. */
async function timed(work: () => Promise<unknown>, count: number) {
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return { count, seconds, perSecond: count / seconds, cpuMs: (user + system) / 1_000 / count };
}

async function queue() {
  sent.length = 0;
  await run((tx) =>
    container.mail.enqueueAll(
      tx,
      context(),
      Array.from({ length: mails }, (_, index) => ({
        template: 'order.placed',
        role: 'customer' as const,
        to: `buyer-${index}@example.com`,
        dedupeKey: newId(),
        variables: {
          customerName: 'Asha Rao',
          orderNumber: `HT-${index}`,
          orderUrl: 'https://store.example.com/orders/1',
          grandTotal: 49_900,
        },
      })),
    ),
  );
  const { drainBatch } = createEventsActivities({
    ...container,
    dueDrains: createDueDrains({ ...container, subscriptions: mailSubscriptions }),
    handlers: { mail: createMailDrainHandler({ ...container, messages: createMailRepository(), mailers }) },
  });
  const drain = async () => {
    while (
      ((await new MockActivityEnvironment().run(drainBatch, { subscription: 'mail' })) as { taken: number })
        .taken > 0
    );
  };
  const measured = await timed(drain, mails);
  if (sent.length !== mails) throw new Error(`${sent.length} of ${mails} mails were sent`);
  return measured;
}

async function inLanes<T>(items: readonly T[], send: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await send(next);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function address({ email, name }: OutgoingMail['to']) {
  return { address: email, name: name ?? '' };
}

async function bare(provider: 'smtp' | 'mailapi') {
  const finished = [...sent];
  if (provider === 'mailapi') {
    const service = await openService({ apiKey: API_KEY, baseUrl: config.MAIL_API_BASE_URL });
    return timed(
      () =>
        inLanes(finished, ({ to, from, subject, text, html }) =>
          service.send({ to, from, subject, text, html }),
        ),
      mails,
    );
  }
  return withTransport((transport) =>
    timed(
      () =>
        inLanes(finished, ({ to, from, subject, text, html }) =>
          transport.sendMail({ to: address(to), from: address(from), subject, text, html }),
        ),
      mails,
    ),
  );
}

async function withTransport<T>(work: (transport: ReturnType<typeof transportOf>) => Promise<T>): Promise<T> {
  const transport = transportOf();
  try {
    return await work(transport);
  } finally {
    transport.close();
  }
}

function transportOf() {
  const { SMTP_HOST: host, SMTP_PORT: port } = config;
  return createTransport({
    host,
    port,
    secure: false,
    pool: true,
    maxConnections: LANES,
    maxMessages: Infinity,
  });
}

async function addCustomers(count: number): Promise<void> {
  await knex.raw(
    `insert into accounts_users (id, email, name, email_verified)
     select uuidv7(), 'buyer-' || n || '@bench.example.com', 'Asha Rao', true from generate_series(1, ?) n`,
    [count],
  );
  await knex.raw('analyze accounts_users');
}

async function newBroadcast(audience: object): Promise<string> {
  const id = newId();
  const broadcasts = createBroadcastsRepository(knex);
  const blocks = [{ type: 'text' as const, text: 'Dear {{customer_name}},\n\n**half price** until Sunday.' }];
  await run((tx) =>
    broadcasts.insert(tx, {
      id,
      status: 'scheduled',
      audience: audience as never,
      subject: 'For {{customer_name}}',
      previewText: 'News',
      blocks,
      recipientCount: 0,
      createdBy: 'system:bench',
      createdAt: clock.now(),
      updatedAt: clock.now(),
    }),
  );
  return id;
}

/** A broadcast from its audience to its last mail, by the activity of the workflow. */
async function campaign(count: number) {
  bulk.length = 0;
  const rows = (await knex('accounts_users')
    .where('email', 'like', '%@bench.example.com')
    .limit(count)
    .select('id')) as { id: string }[];
  const broadcastId = await newBroadcast({ type: 'user_ids', userIds: rows.map(({ id }) => id) });
  const { advanceBroadcast } = createCampaignsActivities({ ...container, mailers });
  let most = 0;
  const all = async () => {
    for (let next = 'again'; next !== 'done';) {
      const progress = (await new MockActivityEnvironment().run(advanceBroadcast, {
        broadcastId,
        failures: 0,
        origin: ORIGIN,
      })) as { next: string };
      next = progress.next;
      most = Math.max(most, process.memoryUsage().rss);
      if (next === 'paused') throw new Error('The broadcast pauses');
    }
  };
  const measured = await timed(all, count);
  const [row] = (await knex('campaigns_broadcasts').where({ id: broadcastId }).select('sent')) as {
    sent: number;
  }[];
  if (row?.sent !== count) throw new Error(`${row?.sent} of ${count} recipients were sent to`);
  return { ...measured, memoryMb: most / 1_048_576 };
}

async function bareCampaign(provider: 'smtp' | 'mailapi') {
  const finished = [...bulk];
  const count = finished.reduce((sum, mail) => sum + mail.recipients.length, 0);
  if (provider === 'mailapi') {
    const service = await openService({ apiKey: API_KEY, baseUrl: config.MAIL_API_BASE_URL });
    const calls = finished.flatMap((mail) =>
      Array.from({ length: Math.ceil(mail.recipients.length / BULK) }, (_, index) =>
        callOf(mail, mail.recipients.slice(index * BULK, (index + 1) * BULK)),
      ),
    );
    return timed(async () => {
      for (const call of calls) await service.send(call);
    }, count);
  }
  const messages = finished.flatMap((mail) =>
    mail.recipients.map(({ to, substitutions, headers }) => ({
      ...fillCampaign(mail, substitutions),
      to: address(to),
      from: address(mail.from),
      headers,
    })),
  );
  return withTransport((transport) =>
    timed(() => inLanes(messages, (message) => transport.sendMail(message)), count),
  );
}

/** Everybody written as recipients, beside one plain statement that writes the same rows. */
async function audience() {
  const broadcastId = await newBroadcast({ type: 'all_customers' });
  const everybody = { audience: { type: 'all_customers' }, topic: null, rules: NOBODY_SKIPPED } as const;
  const resolve = async () => {
    let after: string | null = null;
    do {
      const cursor: string | null = after;
      after = await run((tx) => writeRecipients(tx, broadcastId, everybody, { after: cursor, limit: 5_000 }));
    } while (after !== null);
  };
  const resolved = await timed(resolve, customers);
  const plain = await newBroadcast({ type: 'all_customers' });
  const inserted = await timed(
    () =>
      knex.raw(
        `insert into campaigns_recipients (broadcast_id, user_id, address, name, state)
         select ?::uuid, id, lower(email), name, 'queued' from accounts_users where email like '%@bench.example.com'`,
        [plain],
      ),
    customers,
  );
  return { resolved, inserted };
}

async function lists() {
  const page = async () => {
    const times: number[] = [];
    for (let turn = 0; turn < 60; turn += 1) {
      const began = performance.now();
      await listDeliveries(knex, {}, { limit: 50 });
      times.push(performance.now() - began);
    }
    return times.sort((item, other) => item - other)[30] ?? 0;
  };
  const add = (count: number) =>
    knex.raw(
      `insert into mail_messages (id, template, role, recipient, state, dedupe_key)
       select uuidv7(), 'order.placed', 'customer', 'list-' || n || '@example.com', 'sent', uuidv7()::text from generate_series(1, ?) n`,
      [count],
    );
  await add(Math.ceil(deliveries / 100));
  await knex.raw('analyze mail_messages');
  const few = await page();
  await add(deliveries);
  await knex.raw('analyze mail_messages');
  return { few, many: await page() };
}
