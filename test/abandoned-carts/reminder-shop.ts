import { MockActivityEnvironment } from '@temporalio/testing';
import { createAbandonedCartsActivities } from '#activities/abandoned-carts/abandoned-carts.activities.js';
import { newId } from '#lib/ids.js';
import { composeMail } from '#operations/mail/compose-mail.js';
import type { MailRow } from '#db/mail/mail.repository.js';
import type { Container } from '#runtime/container.js';
import { setSettings } from '../_support/settings.js';
import { startShop, type TestShop } from '../_support/shop.js';
import { createTestClock } from '../_support/test-clock.js';

const HOUR_MS = 3_600_000;

export interface ReminderShop extends TestShop {
  topicId: string;
  /** Moves the clock on. */
  move(hours: number): void;
  /** The same, and has the activities do what is due then. @returns how many reminders were written */
  after(hours: number): Promise<number>;
  /** The same at the current instant. */
  run(): Promise<number>;
  /** Has the carts that are there now wait. */
  watch(): Promise<void>;
  mails(email: string): Promise<RemindingMail[]>;
}

export interface RemindingMail {
  subject: string;
  html: string;
  text: string;
  /** The token of its link. */
  token: string;
}

/** A shop in which carts are reminded of under a topic. */
export async function startReminderShop(settings: Record<string, unknown> = {}): Promise<ReminderShop> {
  const clock = createTestClock();
  const shop = await startShop({ clock });
  const { container } = shop;
  const topicId = await createTopic(container);
  await setSettings(container, {
    'store.storefront_urls.store_url': 'https://shop.example.com',
    'admin.email.abandoned_cart_topic': topicId,
    ...settings,
  });
  const activities = createAbandonedCartsActivities(container);
  const env = () => new MockActivityEnvironment();
  let offset = 0;
  const run = async () => {
    await env().run(activities.watchCarts);
    return ((await env().run(activities.sendReminders)) as { sent: number }).sent;
  };
  const move = (hours: number) => clock.shift((offset += hours * HOUR_MS));
  // Reminders begin with the first run.
  await run();
  return {
    ...shop,
    topicId,
    run,
    move,
    after: (hours) => {
      move(hours);
      return run();
    },
    async watch() {
      // What changes is found once it has been quiet for five minutes.
      move(0.1);
      await run();
    },
    mails: async (email) => {
      const rows = (await container
        .knex('mail_messages')
        .where({ recipient: email, template: 'abandoned_cart.reminder' })
        .orderBy('id')) as MailRow[];
      return rows.map((row) => {
        const { subject, html, text } = composeMail(row, container);
        const token = /restore\?token=(\S+)/.exec(text)?.[1] ?? '';
        return { subject, html, text, token: decodeURIComponent(token) };
      });
    },
  };
}

export async function createTopic({ knex }: Pick<Container, 'knex'>, fields: object = {}): Promise<string> {
  const id = newId();
  const names = JSON.stringify([{ locale: 'en', name: 'Reminders & offers' }]);
  await knex('campaigns_topics').insert({ id, names, ...fields });
  return id;
}
