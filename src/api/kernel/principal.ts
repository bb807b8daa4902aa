import type { IncomingHttpHeaders } from 'node:http';
import type { KnownPrincipal } from '#db/accounts/principal.query.js';

/** Who a request comes from, as one statement of the database reads it. */
export type Principal = Omit<KnownPrincipal, 'validUntil'>;

export interface Authenticator {
  /**
   * The principal of the request's bearer token or session cookie; null when there is none or it is not valid.
   * @param address where the request comes from, as far as our own proxies are believed
   */
  authenticate(headers: IncomingHttpHeaders, address: string | undefined): Promise<Principal | null>;
}
