import { randomUUID } from 'node:crypto';
import { createSession } from '../../../_support/accounts.js';
import { providerEvent, signedHeaders, webhookKeys } from '../../../mail/provider-webhook.js';
import { type MailState, mailsEnded, readMails, sentOnce } from '../checks/mails.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures, Flow } from '../flow.js';

const TEMPLATE = '/admin/email/templates/order.placed/customer';

/**
 * People request a link to sign in with; an operator changes the words of a template; the provider reports deliveries.
 * At the end all mails of the run are looked at, for whomever they were.
 */
export function createFlow(): Flow {
  const promised = new Set<string>();
  const keys = webhookKeys();
  const reported = new Map<string, string>();
  let admin = '';
  let subject: string | undefined;

  /** Reports the newest mails as delivered, signed as the provider does. */
  async function report(fixtures: Fixtures): Promise<void> {
    const api = fixtures.api.as(admin);
    const { data } = (
      await api.call<{ id: string; recipient: string }[]>('GET', '/admin/email/deliveries?state=sent&limit=5')
    ).body;
    const events = data.map(({ id, recipient }) =>
      providerEvent('delivered', { message_id: id, email: recipient }),
    );
    if (events.length === 0) return;
    const { 'content-type': _, ...headers } = signedHeaders(JSON.stringify(events), keys.privateKey);
    await fixtures.api.call('POST', '/webhooks/mail/mailapi', { body: events, headers });
    for (const event of events)
      reported.set(event.sg_event_id, (event as unknown as { message_id: string }).message_id);
  }

  return {
    name: 'mails',
    clients: 1,
    pauseMs: 700,
    points: ['ask for mail', 'change a template', 'report a delivery'],
    rest: { 'mails on their way': `mail_messages where state in ('queued', 'sending')` },

    // A recipient who is put off waits for five minutes.
    async hasten({ container: { knex } }) {
      const rows = (await knex('mail_messages')
        .where({ state: 'queued' })
        .where('notBefore', '>', knex.fn.now())
        .update({ notBefore: null })
        .returning('id')) as { id: string }[];
      const ids = rows.map(({ id }) => id);
      await knex('outbox_deliveries')
        .where({ subscription: 'mail', state: 'due' })
        .whereIn('entityId', ids)
        .update({ nextAttemptAt: knex.fn.now() });
    },

    async prepare({ container, api }) {
      admin = (await createSession(container, { roles: ['superAdmin'] })).token;
      const body = { 'email.mailapi_webhook_public_key': keys.publicKey };
      await api.as(admin).call('PATCH', '/admin/settings/admin', { body });
    },

    async round(fixtures, random) {
      if (random.chance(0.2)) {
        const next = `Order {{order_number}}, words ${random.int(1, 1_000_000)}`;
        fixtures.points.reach('change a template');
        await fixtures.api.as(admin).call('PUT', TEMPLATE, { body: { subject: next } });
        subject = next;
      }
      if (random.chance(0.3)) {
        fixtures.points.reach('report a delivery');
        await report(fixtures);
      }
      const email = `asks-${randomUUID().slice(0, 13)}@example.com`;
      fixtures.points.reach('ask for mail');
      await fixtures.api.call('POST', '/auth/sign-in/magic-link', { body: { email } });
      promised.add(email);
    },

    async check(fixtures) {
      return [
        asPromised(await readMails(fixtures), promised),
        await asChanged(fixtures, subject),
        await asReported(fixtures, reported),
      ];
    },

    async invariants(fixtures) {
      const rows = await readMails(fixtures);
      const campaigns = (await fixtures.container.knex('campaigns_recipients').select('id')) as {
        id: string;
      }[];
      const arrivals = new Map(fixtures.inbox.arrivals());
      // Mails of campaigns are their own rows.
      for (const { id } of campaigns) arrivals.delete(id);
      return [sentOnce(rows, arrivals), mailsEnded(rows, fixtures.disturbances)];
    },
  };
}

async function asChanged({ container: { knex } }: Fixtures, subject: string | undefined): Promise<Finding> {
  const row = (await knex('mail_template_overrides')
    .where({ eventType: 'order.placed' })
    .first('subject')) as { subject: string } | undefined;
  const problems = row?.subject === subject ? [] : [`the subject is “${row?.subject}”, not “${subject}”`];
  return finding(
    'the words of a template are those that were saved last',
    subject === undefined ? 0 : 1,
    problems,
    { mayBeEmpty: true },
  );
}

async function asReported(
  { container: { knex } }: Fixtures,
  reported: ReadonlyMap<string, string>,
): Promise<Finding> {
  const rows = (await knex('mail_messages')
    .whereIn('id', [...new Set(reported.values())])
    .select('id', 'deliveryStatus')) as { id: string; deliveryStatus: string | null }[];
  const status = new Map(rows.map(({ id, deliveryStatus }) => [id, deliveryStatus]));
  const problems = [...reported.values()].filter((id) => status.get(id) !== 'delivered');
  return finding(
    'every delivery that was reported is known',
    reported.size,
    problems.map((id) => `mail ${id} is ${status.get(id)}`),
    { mayBeEmpty: true },
  );
}

function asPromised(rows: readonly MailState[], promised: ReadonlySet<string>): Finding {
  const recipients = new Set(rows.map(({ recipient }) => recipient));
  const lost = [...promised].filter((email) => !recipients.has(email));
  return finding(
    'every mail that was promised was written',
    promised.size,
    lost.map((email) => `to ${email}`),
  );
}
