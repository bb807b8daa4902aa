import { expect } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

export interface Broadcast {
  id: string;
  status: string;
  reason: string | null;
  recipientCount: number;
  counters: Record<string, number>;
}

/** A platform with a mail sandbox that reports what becomes of mails, and many customers. */
export interface LargeBroadcast extends TestPlatform {
  sandbox: MailSandbox;
  admin: HttpClient;
  environment: Record<string, string>;
  set(settings: object): Promise<void>;
  read(id: string): Promise<Broadcast>;
  send(fields?: object): Promise<string>;
  post(path: string, body?: object): Promise<number>;
  /** Customers whose addresses begin with a name, so that the sandbox does what each asks for. */
  customers(count: number, name?: string): Promise<void>;
  /** How often each address got a mail. */
  arrivals(): Map<string, number>;
  reaches(id: string, status: string): Promise<Broadcast>;
  /** The counters are the sums of the rows, and everybody is in a final state. */
  expectWhole(id: string): Promise<void>;
}

export const PROVIDERS = {
  smtp: { 'email.provider': 'smtp' },
  mailapi: { 'email.provider': 'mailapi', 'email.mailapi_api_key': 'SG.key-of-the-test' },
} as const;

export async function startLargeBroadcast(
  options: { keep?: number; environment?: Record<string, string> } = {},
): Promise<LargeBroadcast> {
  const sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0, keep: options.keep });
  const environment = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(sandbox.smtpPort),
    MAIL_API_BASE_URL: sandbox.url,
    ...options.environment,
  };
  const platform = await startPlatform({ environment });
  sandbox.sendEventsTo(`${platform.url}/webhooks/mail/mailapi`);
  const { knex } = platform.container;
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  const admin = platform.http.as(token);
  const read = async (id: string) =>
    (await admin.get<Broadcast>(`/admin/campaigns/broadcasts/${id}`)).body.data;

  return {
    ...platform,
    sandbox,
    admin,
    environment,
    read,
    async set(settings) {
      expect((await admin.patch('/admin/settings/admin', settings)).status).toBe(200);
      // The live channel brings them within a second; tests go on at once.
      await platform.container.settings.refresh();
    },
    async send(fields = {}) {
      const body = {
        subject: 'For {{customer_name}}',
        previewText: 'Half price',
        blocks: [{ type: 'text', text: 'Hello' }],
        audience: { type: 'all_customers' },
        ...fields,
      };
      const response = await admin.post<{ broadcastId: string }>('/admin/campaigns/send', body);
      expect([response.status, response.body.errors]).toEqual([202, undefined]);
      return response.body.data.broadcastId;
    },
    post: async (path, body) => (await admin.post(path, body)).status,
    async customers(count, name = 'buyer') {
      await knex.raw(
        `insert into accounts_users (id, email, name, email_verified)
         select uuidv7(), ? || '+' || n || '-' || ? || '@example.com', 'Asha Rao', true from generate_series(1, ?) n`,
        [name, newId().slice(-8), count],
      );
    },
    arrivals() {
      const counts = new Map<string, number>();
      for (const { recipients } of sandbox.messages())
        for (const address of recipients) counts.set(address, (counts.get(address) ?? 0) + 1);
      return counts;
    },
    reaches: (id, status) =>
      eventually(async () => {
        const broadcast = await read(id);
        // With its reason and counters, for who reads why it is not.
        expect(broadcast).toMatchObject({ status });
        return broadcast;
      }),
    async expectWhole(id) {
      const { counters, recipientCount } = await read(id);
      const { rows } = await knex.raw<{ rows: { state: string; n: number }[] }>(
        'select state, count(*)::int as n from campaigns_recipients where broadcast_id = ? group by state',
        [id],
      );
      for (const { state, n } of rows) expect([state, counters[state]]).toEqual([state, n]);
      expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(recipientCount);
      expect([counters['queued'], counters['sending']]).toEqual([0, 0]);
    },
    async stop() {
      await platform.stop();
      await sandbox.close();
    },
  };
}
