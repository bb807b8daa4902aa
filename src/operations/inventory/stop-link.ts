import { type Keyring, UnreadableSecretError } from '#lib/keyring.js';
import type { SettingsReader } from '#lib/settings.js';
import { tokenPageUrl } from '#operations/settings/page-urls.js';

/** Distinguishes these tokens from all others that the keys encrypt; the number is the version of the form. */
const PURPOSE = 'back-in-stock-1';

/** The link of a back-in-stock mail that ends all open requests of its address. It does not expire. */
export function stopUrl(
  baseUrl: string,
  address: string,
  { keyring, settings }: { keyring: Pick<Keyring, 'encrypt'>; settings: Pick<SettingsReader, 'get'> },
): string {
  const token = writeStopToken(address, keyring);
  return tokenPageUrl(settings, 'backInStockPath', token, `${baseUrl}/store/back-in-stock/${token}`);
}

export function writeStopToken(address: string, keyring: Pick<Keyring, 'encrypt'>): string {
  return keyring.encrypt(JSON.stringify([PURPOSE, address]));
}

/** The address of a token; undefined for a token that is forged or cut. */
export function readStopToken(token: string, keyring: Pick<Keyring, 'decrypt'>): string | undefined {
  try {
    const [purpose, address] = JSON.parse(keyring.decrypt(token)) as unknown[];
    return purpose === PURPOSE && typeof address === 'string' ? address : undefined;
  } catch (error) {
    if (error instanceof UnreadableSecretError || error instanceof SyntaxError || error instanceof TypeError)
      return undefined;
    throw error;
  }
}
