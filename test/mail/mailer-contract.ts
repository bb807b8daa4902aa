import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  MailError,
  MailRefusedError,
  MailUnavailableError,
  MailUnclearError,
} from '#integrations/mail/mail-errors.js';
import type { Mailer } from '#integrations/mail/mailer.js';
import { outgoingMail } from './outgoing-mail.js';

/** A message as it came to its recipient. */
export interface ReceivedMail {
  to: string;
  from: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
}

export interface MailerUnderTest {
  mailer: Mailer;
  received(): readonly ReceivedMail[];
  /** From now on the provider refuses this recipient for good. */
  refuse(email: string): Promise<void> | void;
  /** The next message is not taken, though nothing is wrong with it. */
  failNext(): Promise<void> | void;
  /** The next message is taken, and no response comes. Absent where the sandbox cannot do it. */
  loseNext?(): Promise<void> | void;
  /** What no error may show. */
  secret?: string;
  stop(): Promise<void> | void;
}

/** What the queue of mails relies on: call it in a test file with a mailer and its sandbox. */
export function mailerContract(name: string, start: () => Promise<MailerUnderTest>): void {
  describe(`the mailer ${name}`, () => {
    let tested: MailerUnderTest;
    let mailer: Mailer;
    beforeAll(async () => {
      tested = await start();
      mailer = tested.mailer;
    });
    afterAll(() => tested.stop());

    const of = (email: string) => tested.received().filter(({ to }) => to === email);
    const failureOf = async (email: string): Promise<MailError> => {
      const error: unknown = await mailer
        .send(outgoingMail({ to: { email } }))
        .catch((caught: unknown) => caught);
      if (!(error instanceof MailError)) throw new Error(`The mailer ended with ${String(error)}`);
      expect(error.reason).toMatch(/\S/);
      if (tested.secret) expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(tested.secret);
      return error;
    };

    it('delivers a message whole, once, and says what the provider calls it', async () => {
      const mail = outgoingMail({
        to: { email: 'whole@example.com', name: 'Asha Rão' },
        replyTo: 'help@haat.example',
        subject: 'Bestätigt: ₹1,234.50',
        html: '<p>नमस्ते</p>',
        text: 'नमस्ते\n.\nHello',
        headers: { 'List-Unsubscribe': '<https://haat.example/u/1>' },
      });
      expect((await mailer.send(mail)).messageId).toMatch(/\S/);
      const [received, ...more] = of('whole@example.com');
      expect(more).toEqual([]);
      expect(received).toMatchObject({
        from: 'no-reply@haat.example',
        replyTo: 'help@haat.example',
        subject: mail.subject,
        html: expect.stringContaining('नमस्ते'),
        text: expect.stringMatching(/नमस्ते\r?\n\.\r?\nHello/),
      });
      expect(received?.headers.get('list-unsubscribe')).toBe('<https://haat.example/u/1>');
    });

    it('sends several at once, each to its own recipient', async () => {
      const emails = Array.from({ length: 5 }, (_, index) => `several${index}@example.com`);
      const sent = await Promise.all(
        emails.map((email) => mailer.send(outgoingMail({ to: { email }, subject: `For ${email}` }))),
      );
      expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(emails.length);
      for (const email of emails) expect(of(email).map(({ subject }) => subject)).toEqual([`For ${email}`]);
    });

    it('lets no line break of a subject begin a header', async () => {
      const subject = 'Hello\r\nBcc: thief@example.com';
      await mailer
        .send(outgoingMail({ to: { email: 'subject@example.com' }, subject }))
        .catch(() => undefined);
      expect(of('thief@example.com')).toEqual([]);
      for (const { headers } of of('subject@example.com')) expect(headers.has('bcc')).toBe(false);
    });

    it('says of a refused recipient that a repeat is of no use, and goes on with others', async () => {
      await tested.refuse('gone@example.com');
      expect(await failureOf('gone@example.com')).toBeInstanceOf(MailRefusedError);
      expect(of('gone@example.com')).toEqual([]);
      await mailer.send(outgoingMail({ to: { email: 'after-gone@example.com' } }));
      expect(of('after-gone@example.com')).toHaveLength(1);
    });

    it('says of a message that was not taken that it may be sent again, and then sends it once', async () => {
      await tested.failNext();
      expect(await failureOf('later@example.com')).toBeInstanceOf(MailUnavailableError);
      expect(of('later@example.com')).toEqual([]);
      await mailer.send(outgoingMail({ to: { email: 'later@example.com' } }));
      expect(of('later@example.com')).toHaveLength(1);
    });

    it('says of a message without a response that it may be on its way, and does not repeat it', async () => {
      if (!tested.loseNext) return;
      await tested.loseNext();
      expect(await failureOf('unclear@example.com')).toBeInstanceOf(MailUnclearError);
      expect(of('unclear@example.com').length).toBeLessThanOrEqual(1);
    });
  });
}
