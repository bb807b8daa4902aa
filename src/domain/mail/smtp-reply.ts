/** How far a message had come when a server refused it. */
export type SmtpStage = 'connection' | 'sign_in' | 'sender' | 'recipient' | 'message';

/** A reply that takes nothing (RFC 5321 4.2), with its enhanced status (RFC 3463) where it has one. */
export interface SmtpReply {
  code: number;
  /** `5.1.1` */
  status?: string;
  stage: SmtpStage;
}

/**
 * What a reply says: of the recipient alone (`dead`, or `deferred` for some time), of this message, of the pace at which
 * messages come, or of the server, which is away or refuses how it is used.
 */
export type ReplyMeaning = 'dead' | 'refused' | 'deferred' | 'throttled' | 'away' | 'misconfigured';

const LINE = /^([2-5]\d\d)(?:[ -]+([245]\.\d{1,3}\.\d{1,3}))?\b/;

/** The code and the status at the beginning of a reply; undefined for words of another kind. */
export function readReply(line: string): { code: number; status?: string } | undefined {
  const found = LINE.exec(line.trim());
  return found ? { code: Number(found[1]), ...(found[2] ? { status: found[2] } : {}) } : undefined;
}

export function meaningOf({ code, status = '', stage }: SmtpReply): ReplyMeaning {
  if (code < 500) return temporary(code, status, stage);
  if (stage === 'connection') return 'away';
  // 552 at this point is a message that is too large, said early.
  if (stage === 'sign_in' || (stage === 'sender' && code !== 552)) return 'misconfigured';
  // 5.1.x and 5.2.x are about the mailbox; 5.4.1 is what large providers say where there is none.
  if (/^5\.[12]\.|^5\.4\.1$/.test(status)) return 'dead';
  // 551 is a user who is not local: this address alone.
  return stage === 'recipient' && code === 551 ? 'dead' : 'refused';
}

function temporary(code: number, status: string, stage: SmtpStage): ReplyMeaning {
  // 421 closes the connection, 454 is how pace and quota are refused, 432 and 4.3.2 that there are too many connections.
  if (stage !== 'sign_in' && (code === 421 || code === 454 || code === 432)) return 'throttled';
  if (status === '4.5.3' || (code === 452 && status === '4.3.2')) return 'throttled';
  if (stage !== 'recipient' && stage !== 'message') return 'away';
  // 4.3.x is the state of the server itself.
  return status.startsWith('4.3.') ? 'away' : 'deferred';
}

/** Statuses with which a server says that there is no such mailbox and will be none (RFC 3463 3.2). */
const GONE = new Set(['5.1.1', '5.1.10', '5.4.1']);

/** Whether nobody should write to the address again. */
export function isGone(status: string | undefined): boolean {
  return status !== undefined && GONE.has(status);
}
