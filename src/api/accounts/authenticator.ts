import type { Authenticator } from '#api/kernel/principal.js';
import { plainAddress } from '#lib/addresses.js';
import type { Principals } from '#operations/accounts/principals.js';
import { credentialOf } from './credentials.js';

/** Resolves what a request shows to who it is: one statement at most, none within five seconds of the last. */
export function createAuthenticator(options: {
  principals: Principals;
  secret: string;
  /** Of the cookie of sessions. */
  cookieName: string;
}): Authenticator {
  return {
    async authenticate(headers, address) {
      const credential = credentialOf(headers, options.secret, options.cookieName);
      if (!credential) return null;
      return credential.kind === 'api_key'
        ? options.principals.byApiKey(credential.key, plainAddress(address))
        : options.principals.bySession(credential.token);
    },
  };
}
