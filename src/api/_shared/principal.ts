import type { IncomingHttpHeaders } from 'node:http';

/** Who a request comes from, as one statement of the database tells it. */
export interface Principal {
  kind: 'session' | 'api_key';
  /** The session id or the API key id. */
  id: string;
  /** The user of the session; for an API key its creator. */
  userId: string;
  email: string | null;
  name: string | null;
  anonymous: boolean;
  roles: readonly string[];
  permissions: ReadonlySet<string>;
  /** The active vendor of the session, where its user is a member. */
  vendorId: string | null;
}

export interface Authenticator {
  /** The principal of the request's bearer token or session cookie; null when there is none or it is not valid. */
  authenticate(headers: IncomingHttpHeaders): Promise<Principal | null>;
}
