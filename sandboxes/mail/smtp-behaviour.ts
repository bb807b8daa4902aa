import type { MailControls } from './controls.js';

/** A reply of a server that refuses: its code and its words, an enhanced status (RFC 3463) first where it has one. */
export interface Refusal {
  code: number;
  text: string;
}

const SECOND_MS = 1_000;

/** How a relay decides on senders, recipients and messages, by its controls. Time is the server's own. */
export function createSmtpBehaviour(controls: MailControls, clock: () => number = Date.now) {
  const now = () => clock() + controls.clockAheadSeconds * SECOND_MS;
  /** When each pair of sender and recipient was seen first. */
  const greylist = new Map<string, number>();
  /** When messages were taken in the last second. */
  let taken: number[] = [];

  function greylisted(sender: string, recipient: string): boolean {
    const { greylistSeconds, greylistDomains } = controls;
    if (greylistSeconds === null) return false;
    if (greylistDomains.length > 0 && !greylistDomains.includes(domainOf(recipient))) return false;
    const pair = `${sender} ${recipient}`;
    const first = greylist.get(pair);
    if (first === undefined) greylist.set(pair, now());
    return first === undefined || now() - first < greylistSeconds * SECOND_MS;
  }

  return {
    /** Whether a sign-in is taken. */
    auth: (): Refusal | undefined => read(controls.authReply),
    sender: (): Refusal | undefined => read(controls.senderReply),

    recipient(sender: string, recipient: string): Refusal | undefined {
      if (controls.refuseRecipients.includes(recipient))
        return { code: 550, text: `No mailbox ${recipient} here` };
      const own = controls.recipientReplies[recipient] ?? controls.recipientReplies[domainOf(recipient)];
      if (own !== undefined) return read(own);
      if (greylisted(sender, recipient))
        return { code: 450, text: '4.7.1 Recipient address rejected: Greylisted, please try again later' };
      return undefined;
    },

    /** @param earlier messages that the connection has brought before this one */
    message(earlier: number): Refusal | undefined {
      if (controls.deferNext > 0) {
        controls.deferNext -= 1;
        return { code: 451, text: 'Try again later' };
      }
      const { messagesPerConnection, throttlePerSecond } = controls;
      if (messagesPerConnection !== null && earlier >= messagesPerConnection)
        return { code: 421, text: '4.7.0 Too many messages on this connection' };
      taken = taken.filter((at) => Math.abs(now() - at) < SECOND_MS);
      if (throttlePerSecond !== null && taken.length >= throttlePerSecond)
        return read(controls.throttleReply);
      const refused = read(controls.messageReply);
      if (!refused) taken.push(now());
      return refused;
    },
  };
}

export type SmtpBehaviour = ReturnType<typeof createSmtpBehaviour>;

function domainOf(address: string): string {
  return address.split('@').at(-1) ?? '';
}

function read(reply: string | null): Refusal | undefined {
  return reply === null ? undefined : { code: Number(reply.slice(0, 3)), text: reply.slice(4) };
}
