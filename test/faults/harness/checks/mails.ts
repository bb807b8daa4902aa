import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';
import type { Disturbance, Disturbances } from '../injection/disturbances.js';

export interface MailState {
  id: string;
  recipient: string;
  state: string;
  lastError: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What leaves a mail unclear or refused, by what is written down with it. */
const causes = [
  {
    reason: /^The message was handed over and no response came/,
    faults: ['mail unanswered'],
    // The response fails to come at once, and is written down at once; later where worker or database are frozen.
    sinceMs: 10_000,
    // As many as the fault orders (`hangUpNext`).
    each: 3,
  },
  {
    reason: /^554 5\.7\.1 Message rejected/,
    faults: ['mail refused'],
    sinceMs: 10_000,
    // The queue pauses after ten, with four more on their way.
    each: 14,
  },
  {
    reason: /^The process that was sending it ended before the response came$/,
    faults: [
      'kill worker',
      'kill worker, not its browser',
      'freeze worker',
      'kill postgres',
      'freeze postgres',
      'kill backend postgres',
    ],
    // It is found when its delivery is taken again.
    sinceMs: Infinity,
    // As many as are sent at once.
    each: 5,
  },
];

export async function readMails({ container: { knex } }: Pick<Fixtures, 'container'>): Promise<MailState[]> {
  return knex('mail_messages').select('id', 'recipient', 'state', 'lastError', 'createdAt', 'updatedAt');
}

/** A mail that counts as sent arrived once, one that is unclear once at most, and none arrived that is not known. */
export function sentOnce(rows: readonly MailState[], arrivals: ReadonlyMap<string, number>): Finding {
  const known = new Set(rows.map(({ id }) => id));
  const strange = [...arrivals.keys()].filter((id) => !known.has(id));
  const problems = rows.flatMap(({ id, state }) => {
    const times = arrivals.get(id) ?? 0;
    if (times > 1) return [`mail ${id} arrived ${times} times`];
    return state === 'sent' && times === 0 ? [`mail ${id} counts as sent and did not arrive`] : [];
  });
  return finding('no mail was sent twice, and each that counts as sent arrived', rows.length, [
    ...problems,
    ...strange.map((id) => `mail ${id} arrived, and there is none with that id`),
  ]);
}

/** Every mail was sent; those that are left to a person because nobody knows are so because of a fault. */
export function mailsEnded(rows: readonly MailState[], disturbances: Disturbances): Finding {
  const isOver = ({ state }: MailState) => state === 'unclear' || state === 'failed';
  const open = rows.filter((row) => row.state !== 'sent' && !isOver(row));
  const unclear = rows.filter(isOver);
  return finding(
    `every mail was sent, or a fault left it to a person (${unclear.length})`,
    rows.length,
    [...open, ...withoutCause(unclear, disturbances)].map(
      ({ id, state, lastError }) => `mail ${id} is ${state}: ${lastError ?? ''}`,
    ),
  );
}

/**
 * Gives each unclear mail a fault that was on between its writing and the word that it is unclear, and each fault as
 * many mails as it can have left. Returns the mails for which none is left: with the mails in the order of that word
 * and the earliest fault for each, as few as can be.
 */
function withoutCause(unclear: readonly MailState[], disturbances: Disturbances): MailState[] {
  const left = new Map<Disturbance, number>();
  return [...unclear]
    .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime())
    .filter(({ lastError, createdAt, updatedAt }) => {
      const cause = causes.find(({ reason }) => reason.test(lastError ?? ''));
      if (!cause) return true;
      const from = Math.max(createdAt.getTime(), updatedAt.getTime() - cause.sinceMs);
      const possible = disturbances
        .during(from, updatedAt.getTime())
        .filter((item) => cause.faults.includes(item.name) && (left.get(item) ?? cause.each) > 0);
      const [taken] = possible;
      if (taken) left.set(taken, (left.get(taken) ?? cause.each) - 1);
      return taken === undefined;
    });
}
