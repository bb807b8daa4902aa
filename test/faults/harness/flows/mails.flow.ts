import { randomUUID } from 'node:crypto';
import { type MailState, mailsEnded, readMails, sentOnce } from '../checks/mails.js';
import { type Finding, finding } from '../finding.js';
import type { Flow } from '../flow.js';

/** People ask for a link to sign in with; at the end all mails of the run are looked at, whoever wanted them. */
export function createFlow(): Flow {
  const promised = new Set<string>();

  return {
    name: 'mails',
    clients: 1,
    pauseMs: 700,
    points: ['ask for mail'],
    rest: { 'mails on their way': `mail_messages where state in ('queued', 'sending')` },

    async round(fixtures) {
      const email = `asks-${randomUUID().slice(0, 13)}@example.com`;
      fixtures.points.reach('ask for mail');
      await fixtures.api.call('POST', '/auth/sign-in/magic-link', { body: { email } });
      promised.add(email);
    },

    async check(fixtures) {
      return [asPromised(await readMails(fixtures), promised)];
    },

    async invariants(fixtures) {
      const rows = await readMails(fixtures);
      return [sentOnce(rows, fixtures.inbox.arrivals()), mailsEnded(rows, fixtures.disturbances)];
    },
  };
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
