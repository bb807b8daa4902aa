import { type Keyring, UnreadableSecretError } from '#lib/keyring.js';

/** What tells these from everything else that the keys encrypt, with the version of the form. */
const PURPOSE = 'restore-cart-1';

/**
 * The token of a reminder's link: it names the reminder, restores its cart and nothing else, and is readable by us alone.
 * @param expiresAt the first instant at which it is refused
 */
export function writeRestoreToken(
  { reminderId, expiresAt }: { reminderId: string; expiresAt: Date },
  keyring: Pick<Keyring, 'encrypt'>,
): string {
  return keyring.encrypt(JSON.stringify([PURPOSE, reminderId, expiresAt.getTime()]));
}

/** The reminder of a token; undefined for one that is forged, cut, expired or of another purpose. */
export function readRestoreToken(
  token: string,
  now: Date,
  keyring: Pick<Keyring, 'decrypt'>,
): string | undefined {
  try {
    const [purpose, reminderId, expiresAt] = JSON.parse(keyring.decrypt(token)) as unknown[];
    if (purpose !== PURPOSE || typeof reminderId !== 'string' || typeof expiresAt !== 'number')
      return undefined;
    return now.getTime() < expiresAt ? reminderId : undefined;
  } catch (error) {
    if (error instanceof UnreadableSecretError || error instanceof SyntaxError || error instanceof TypeError)
      return undefined;
    throw error;
  }
}
