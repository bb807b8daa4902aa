import { randomUUID } from 'node:crypto';
import { type Finding, finding, type Flow, type World } from '../flow.js';

interface MailState {
  id: string;
  recipient: string;
  state: string;
  lastError: string | null;
}

/** People ask for a link to sign in with; at the end all mails of the run are looked at, whoever wanted them. */
export function createMailsFlow(): Flow {
  const promised = new Set<string>();

  return {
    name: 'mails',
    clients: 1,
    pauseMs: 700,

    async round(world) {
      const email = `asks-${randomUUID().slice(0, 13)}@example.com`;
      world.points.reach('ask for mail');
      await world.api.call('POST', '/auth/sign-in/magic-link', { body: { email } });
      promised.add(email);
    },

    async check({ container: { knex }, inbox }) {
      const rows = (await knex('mail_messages').select(
        'id',
        'recipient',
        'state',
        'lastError',
      )) as MailState[];
      return [asPromised(rows, promised), sentOnce(rows, inbox.arrivals()), ended(rows)];
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

/** A mail that counts as sent arrived once; one that is unclear, once at most. */
function sentOnce(rows: readonly MailState[], arrivals: ReturnType<World['inbox']['arrivals']>): Finding {
  const problems = rows.flatMap(({ id, state }) => {
    const times = arrivals.get(id) ?? 0;
    if (times > 1) return [`mail ${id} arrived ${times} times`];
    return state === 'sent' && times === 0 ? [`mail ${id} counts as sent and did not arrive`] : [];
  });
  return finding('no mail was sent twice', rows.length, problems);
}

/** Unclear ones are left to a person on purpose: the report counts them. */
function ended(rows: readonly MailState[]): Finding {
  const open = rows.filter(({ state }) => state !== 'sent' && state !== 'unclear');
  const unclear = rows.filter(({ state }) => state === 'unclear').length;
  return finding(
    `every mail has ended (${unclear} unclear, left to a person)`,
    rows.length,
    open.map(({ id, state, lastError }) => `mail ${id} is ${state}: ${lastError ?? ''}`),
  );
}
