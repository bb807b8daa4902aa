import type { Config } from '#lib/config.js';
import { equalSecrets, hmacSha256 } from '#lib/crypto.js';

type Keys = Pick<Config, 'ENCRYPTION_KEY' | 'ENCRYPTION_KEYS_ACCEPTED'>;

/** What tells the signature from everything else that the keys sign, with the version of the form. */
const PURPOSE = 'campaign-click-1';
const ID_BYTES = 16;
const SIGNATURE_BYTES = 12;

/** The token of a recipient in the links of their mail: their row and a signature, in base64url. */
export function writeClickToken(recipientId: string, { ENCRYPTION_KEY }: Keys): string {
  const id = Buffer.from(recipientId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, signatureOf(recipientId, ENCRYPTION_KEY)]).toString('base64url');
}

/** The recipient of a token, whichever accepted key signed it; undefined for one that is forged or cut. */
export function readClickToken(
  token: string,
  { ENCRYPTION_KEY, ENCRYPTION_KEYS_ACCEPTED }: Keys,
): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES) return undefined;
  const recipientId = uuidOf(bytes.subarray(0, ID_BYTES).toString('hex'));
  const signature = bytes.subarray(ID_BYTES).toString('hex');
  const isSigned = [ENCRYPTION_KEY, ...ENCRYPTION_KEYS_ACCEPTED].some((key) =>
    equalSecrets(signatureOf(recipientId, key).toString('hex'), signature),
  );
  return isSigned ? recipientId : undefined;
}

function signatureOf(recipientId: string, key: string): Buffer {
  return Buffer.from(hmacSha256(`${PURPOSE} ${recipientId}`, key).slice(0, 2 * SIGNATURE_BYTES), 'hex');
}

const uuidOf = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** The address that counts a click of a recipient and leads on. */
export function clickUrl(baseUrl: string, { key, token }: { key: string; token: string }): string {
  return `${baseUrl}/store/clicks/${token}/${key}`;
}
