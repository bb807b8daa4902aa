import type { Clock } from '#lib/clock.js';
import { equalSecrets, hmacSha256 } from '#lib/crypto.js';
import { isStorageKey } from './storage-key.js';
import { assertSignedUrlOptions } from './storage-options.js';
import type { SignedAccess, SignedUrlOptions } from './storage.js';

const SIGNED_PATH = '/media/signed/';

export interface UrlSigner {
  sign(key: string, options: SignedUrlOptions): string;
  /** What the URL of a request allows now; null when it was not signed here, was changed, or has expired. */
  verify(requestUrl: string): SignedAccess | null;
}

/** Signs URLs of the form `<base>/media/signed/<key>?expires=<unix seconds>[&name=<file name>]&signature=<hex>`. */
export function createUrlSigner(options: { baseUrl: string; secret: string; clock: Clock }): UrlSigner {
  const { baseUrl, secret, clock } = options;
  // JSON keeps the parts apart: no key and name can be read as another key and name.
  const signatureOf = (key: string, expires: string, name: string | null) =>
    hmacSha256(JSON.stringify([key, expires, name]), secret);

  return {
    sign(key, signed) {
      assertSignedUrlOptions(signed);
      const expires = String(Math.ceil(clock.now().getTime() / 1000) + signed.expiresInSeconds);
      const name = signed.downloadName ?? null;
      const query = new URLSearchParams({ expires });
      if (name !== null) query.set('name', name);
      query.set('signature', signatureOf(key, expires, name));
      return `${baseUrl}${SIGNED_PATH}${key}?${query.toString()}`;
    },

    verify(requestUrl) {
      if (!URL.canParse(requestUrl, 'http://localhost')) return null;
      const { pathname, searchParams } = new URL(requestUrl, 'http://localhost');
      // Behind a proxy the platform may live under its own path.
      const at = pathname.indexOf(SIGNED_PATH);
      const key = at === -1 ? '' : pathname.slice(at + SIGNED_PATH.length);
      const expires = searchParams.get('expires') ?? '';
      const name = searchParams.get('name');
      // The key needs no decoding: a URL that spells it with escapes was not made here.
      if (!isStorageKey(key) || !/^\d{1,12}$/.test(expires)) return null;
      if (!equalSecrets(searchParams.get('signature') ?? '', signatureOf(key, expires, name))) return null;
      if (clock.now().getTime() >= Number(expires) * 1000) return null;
      return name === null ? { key } : { key, downloadName: name };
    },
  };
}
