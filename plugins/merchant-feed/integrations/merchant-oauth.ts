import { createJsonClient, type z } from 'haat/plugin';
import { describeMerchantError } from './merchant-failure.js';
import { emptyResponse, tokenResponse } from './merchant.schemas.js';

const SCOPE = 'https://www.googleapis.com/auth/content';
/** Somebody waits for the callback. */
const TIMEOUT_MS = 10_000;

export interface OauthClient {
  clientId: string;
  clientSecret: string;
}

export interface MerchantTokens {
  accessToken: string;
  /** Missing in the response to a refresh: the one that there is stays good. */
  refreshToken: string | null;
  expiresInSeconds: number;
  scope: string | null;
}

/** The consent, and the tokens that come of it. */
export function createMerchantOauth(urls: { consent: string; token: string }, client: OauthClient) {
  const { clientId, clientSecret } = client;
  /** Services echo what they refuse: the code or token of the call is kept out of errors like the client's secret. */
  const apiFor = (secret: string) =>
    createJsonClient({
      baseUrl: urls.token,
      timeoutMs: TIMEOUT_MS,
      secrets: [clientSecret, secret],
      describeError: describeMerchantError,
    });

  async function exchange(secret: string, form: Record<string, string>): Promise<MerchantTokens> {
    const full = { client_id: clientId, client_secret: clientSecret, ...form };
    const { data } = await apiFor(secret).call<z.infer<typeof tokenResponse>>({
      method: 'POST',
      path: '/token',
      form: full,
      response: tokenResponse,
    });
    return {
      accessToken: data.access_token,
      refreshToken: data.refresh_token ?? null,
      expiresInSeconds: data.expires_in,
      scope: data.scope ?? null,
    };
  }

  return {
    /** Offline access and a forced consent: without them a second consent gives no refresh token. */
    consentUrl(state: string, redirectUri: string): string {
      const url = new URL(urls.consent);
      const query = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPE,
        access_type: 'offline',
        prompt: 'consent',
        state,
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    exchangeCode: (code: string, redirectUri: string) =>
      exchange(code, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    refresh: (refreshToken: string) =>
      exchange(refreshToken, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    async revoke(token: string): Promise<void> {
      await apiFor(token).call({ method: 'POST', path: '/revoke', form: { token }, response: emptyResponse });
    },
  };
}

export type MerchantOauth = ReturnType<typeof createMerchantOauth>;
