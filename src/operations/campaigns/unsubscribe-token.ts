import { type Keyring, UnreadableSecretError } from '#lib/keyring.js';

export interface UnsubscribeLink {
  /** Null for a mail that is no broadcast. */
  broadcastId: string | null;
  /** What the link unsubscribes from; all of it where it is null or left out. */
  topicId?: string | null;
  /** In lower case. */
  address: string;
}

/** Stands for the token in previews and test mails. */
export const SAMPLE_TOKEN = 'preview';

/** What tells these from everything else that the keys encrypt, with the version of the form. */
const PURPOSE = 'unsubscribe-1';

/** The token of a recipient's link: readable by us alone, without expiry, whatever key it was made with. */
export function writeUnsubscribeToken(
  { broadcastId, address, topicId }: UnsubscribeLink,
  keyring: Pick<Keyring, 'encrypt'>,
): string {
  return keyring.encrypt(JSON.stringify([PURPOSE, broadcastId, address, ...(topicId ? [topicId] : [])]));
}

/** Undefined for a token that is forged or cut. */
export function readUnsubscribeToken(
  token: string,
  keyring: Pick<Keyring, 'decrypt'>,
): UnsubscribeLink | undefined {
  try {
    const [purpose, broadcastId, address, topicId = null] = JSON.parse(keyring.decrypt(token)) as unknown[];
    if (purpose !== PURPOSE || !isTextOrNull(broadcastId) || typeof address !== 'string') return undefined;
    return isTextOrNull(topicId) ? { broadcastId, address, topicId } : undefined;
  } catch (error) {
    if (error instanceof UnreadableSecretError || error instanceof SyntaxError || error instanceof TypeError)
      return undefined;
    throw error;
  }
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

export function unsubscribeUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/store/unsubscribe/${token}`;
}
