import type { FinishedMail, MailClaim, MailRepository } from '#db/mail/mail.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';

/** Claims and results of the mails of a round. */
export interface MailWrites {
  /** Takes a mail before it is sent; says in what state it is when it cannot be taken. */
  claim(id: string): Promise<MailClaim>;
  /** Writes down what became of a claimed mail. */
  finish(mail: FinishedMail): Promise<void>;
}

type Write =
  | { id: string; done: (claim: MailClaim) => void; failed: (error: unknown) => void }
  | { finished: FinishedMail; done: () => void; failed: (error: unknown) => void };

type Deps = Pick<Platform, 'unitOfWork' | 'clock'> & { messages: MailRepository };

/**
 * Group commit: what the lanes of a round ask for while a transaction runs is written by the next one, in two statements.
 * A mail is still claimed and committed before it is sent, and only as many are claimed as there are lanes.
 */
export function createMailWrites({ unitOfWork, clock, messages }: Deps): MailWrites {
  const waiting: Write[] = [];
  let writing = false;

  async function commit(writes: readonly Write[]): Promise<void> {
    const finished = writes.flatMap((write) => ('finished' in write ? [write.finished] : []));
    const ids = writes.flatMap((write) => ('id' in write ? [write.id] : []));
    const ctx = systemContext({ name: 'mail' }, clock.now());
    const [claims] = await unitOfWork.run(ctx, (tx) =>
      Promise.all([
        ids.length > 0 ? messages.claimAll(tx, ids) : new Map<string, MailClaim>(),
        messages.finishAll(tx, finished),
      ]),
    );
    for (const write of writes) {
      if ('id' in write) write.done(claims.get(write.id) ?? { state: 'missing' });
      else write.done();
    }
  }

  /** Together where that works, else one by one: a result that cannot be written must not take the others with it. */
  async function commitAll(writes: readonly Write[]): Promise<void> {
    try {
      await commit(writes);
    } catch (error) {
      if (writes.length === 1) for (const write of writes) write.failed(error);
      else for (const write of writes) await commitAll([write]);
    }
  }

  async function flush(): Promise<void> {
    if (writing) return;
    writing = true;
    // The lanes that go on in this turn of the event loop write together.
    await Promise.resolve();
    while (waiting.length > 0) await commitAll(waiting.splice(0));
    writing = false;
  }

  function add(write: Write): void {
    waiting.push(write);
    void flush();
  }

  return {
    claim: (id) => new Promise((done, failed) => add({ id, done, failed })),
    finish: (finished) => new Promise((done, failed) => add({ finished, done, failed })),
  };
}
