import { createJsonClient, hmacSha256, type JsonCall, type ZodType } from 'haat/plugin';
import { describeSocialError } from './social-failure.js';
import {
  batchResponse,
  type BatchStatus,
  batchStatusResponse,
  catalogResponse,
  createdResponse,
  itemPage,
  namedPage,
  socialTokenResponse,
  successResponse,
} from './social.schemas.js';

const TIMEOUT_MS = 15_000;
/** A batch of megabytes takes a while to be taken in. */
const BATCH_TIMEOUT_MS = 60_000;
/** Somebody waits for the callback, which makes two calls. */
const EXCHANGE_TIMEOUT_MS = 5_000;
const PAGE_SIZE = 100;
const ITEMS_PAGE = 500;
/** Pages that are followed at most: an end to lists that have none. */
const MAX_PAGES = 100;
const SCOPES = ['catalog_management', 'business_management'];

export interface SocialApp {
  appId: string;
  appSecret: string;
}

export interface NamedRow {
  id: string;
  name: string;
}

export interface ItemRequest {
  method: 'UPDATE' | 'DELETE';
  data: Record<string, unknown>;
}

/** How near the service is to its limits, in percent, and for how many minutes it asks to wait. */
export interface Usage {
  percent: number;
  waitMinutes: number;
}

export interface SocialClientOptions {
  apiUrl: string;
  dialogUrl: string;
  version: string;
}

/** The Graph API of one app. The token goes in the header, with the proof that the app's secret is known. */
export function createSocialClient(
  { apiUrl, dialogUrl, version }: SocialClientOptions,
  { appId, appSecret }: SocialApp,
) {
  const client = (...secrets: string[]) =>
    createJsonClient({
      baseUrl: apiUrl,
      timeoutMs: TIMEOUT_MS,
      secrets: [appSecret, ...secrets],
      describeError: describeSocialError,
    });
  const proofOf = (token: string) => hmacSha256(token, appSecret);

  /** A call with the proof in the query of a read, and in the body of a write. */
  async function call<T>(token: string, spec: Omit<JsonCall<T>, 'headers'>) {
    const proof = { appsecret_proof: proofOf(token) };
    const isWrite = spec.method === 'POST';
    return client(token).call<T>({
      ...spec,
      path: `/${version}${spec.path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(isWrite
        ? { json: { ...(spec.json as object), ...proof } }
        : { query: { ...spec.query, ...proof } }),
    });
  }

  const post = <T>(token: string, path: string, json: object, response: ZodType<T>, signal?: AbortSignal) =>
    call<T>(token, { method: 'POST', path, json, response, signal });

  /** All entries of a list, over its pages. */
  async function all(token: string, path: string, signal?: AbortSignal): Promise<NamedRow[]> {
    const found: NamedRow[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const query = { fields: 'id,name', limit: PAGE_SIZE, after };
      const { data } = await call(token, { method: 'GET', path, query, response: namedPage, signal });
      found.push(...data.data.map(({ id, name }) => ({ id, name: name ?? '' })));
      after = data.paging?.next ? data.paging.cursors?.after : undefined;
      if (after === undefined) break;
    }
    return found;
  }

  async function exchange(secret: string, query: Record<string, string>) {
    const full = { client_id: appId, client_secret: appSecret, ...query };
    const path = `/${version}/oauth/access_token`;
    const { data } = await client(secret).call({
      method: 'GET',
      path,
      query: full,
      response: socialTokenResponse,
      timeoutMs: EXCHANGE_TIMEOUT_MS,
    });
    return { accessToken: data.access_token, expiresInSeconds: data.expires_in ?? null };
  }

  return {
    scope: SCOPES.join(','),

    consentUrl(state: string, redirectUri: string): string {
      const url = new URL(`${dialogUrl.replace(/\/+$/, '')}/${version}/dialog/oauth`);
      const query = {
        client_id: appId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: SCOPES.join(','),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },

    /** A user token of about sixty days, by way of the short one that the code gives. */
    async exchangeCode(code: string, redirectUri: string) {
      const short = await exchange(code, { code, redirect_uri: redirectUri });
      return exchange(short.accessToken, {
        grant_type: 'fb_exchange_token',
        fb_exchange_token: short.accessToken,
      });
    },

    businesses: (token: string) => all(token, '/me/businesses'),
    ownedCatalogs: (token: string, business: string) =>
      all(token, `/${encodeURIComponent(business)}/owned_product_catalogs`),
    clientCatalogs: (token: string, business: string) =>
      all(token, `/${encodeURIComponent(business)}/client_product_catalogs`),
    systemUsers: (token: string, business: string) =>
      all(token, `/${encodeURIComponent(business)}/system_users`),

    async createSystemUser(token: string, business: string, name: string): Promise<string> {
      const path = `/${encodeURIComponent(business)}/system_users`;
      return (await post(token, path, { name, role: 'EMPLOYEE' }, createdResponse)).data.id;
    },
    async assignCatalog(
      token: string,
      choice: { catalogId: string; businessId: string; systemUserId: string },
    ): Promise<void> {
      const { catalogId, businessId: business, systemUserId: user } = choice;
      await post(
        token,
        `/${encodeURIComponent(catalogId)}/assigned_users`,
        { user, business, tasks: ['MANAGE'] },
        successResponse,
      );
    },
    async installApp(token: string, systemUserId: string): Promise<void> {
      await post(token, `/${systemUserId}/applications`, { business_app: appId }, successResponse);
    },
    /** A token that does not expire. */
    async mintToken(token: string, systemUserId: string): Promise<string> {
      const body = { business_app: appId, scope: SCOPES.join(',') };
      return (await post(token, `/${systemUserId}/access_tokens`, body, socialTokenResponse)).data
        .access_token;
    },
    async readCatalog(token: string, catalogId: string): Promise<NamedRow> {
      const path = `/${encodeURIComponent(catalogId)}`;
      const { data } = await call(token, {
        method: 'GET',
        path,
        query: { fields: 'id,name' },
        response: catalogResponse,
      });
      return { id: data.id, name: data.name ?? '' };
    },
    async revoke(token: string): Promise<void> {
      await call(token, { method: 'DELETE', path: '/me/permissions', response: successResponse });
    },

    /** Sends items. The refusals that are known at once come by the id of their item. */
    async sendItems(
      token: string,
      catalogId: string,
      requests: readonly ItemRequest[],
      signal?: AbortSignal,
    ) {
      const json = { item_type: 'PRODUCT_ITEM', allow_upsert: true, requests };
      const path = `/${encodeURIComponent(catalogId)}/items_batch`;
      const { data, headers } = await call(token, {
        method: 'POST',
        path,
        json,
        response: batchResponse,
        timeoutMs: BATCH_TIMEOUT_MS,
        signal,
      });
      const invalid = new Map<string, string>();
      for (const { retailer_id: id, errors = [] } of data.validation_status ?? [])
        if (errors[0]) invalid.set(id, errors[0].message);
      return { handle: data.handles?.[0] ?? null, invalid, usage: usageOf(headers) };
    },

    async readBatch(
      token: string,
      catalogId: string,
      handle: string,
      signal?: AbortSignal,
    ): Promise<BatchStatus | null> {
      const path = `/${encodeURIComponent(catalogId)}/check_batch_request_status`;
      const fields =
        'handle,status,errors,errors_total_count,warnings,warnings_total_count,ids_of_invalid_requests';
      const query = { handle, load_ids_of_invalid_requests: true, fields };
      const { data } = await call(token, {
        method: 'GET',
        path,
        query,
        response: batchStatusResponse,
        signal,
      });
      return data.data[0] ?? null;
    },

    /** The remote view of an item; null when there is none. */
    async readItem(token: string, catalogId: string, id: string) {
      const fields = 'id,retailer_id,name,price,availability,review_status,visibility,errors';
      const query = { filter: JSON.stringify({ retailer_id: { eq: id } }), fields };
      const path = `/${encodeURIComponent(catalogId)}/products`;
      const { data } = await call(token, { method: 'GET', path, query, response: itemPage });
      return data.data[0] ?? null;
    },

    /** A page of the items of a catalog, with what is wrong with each. */
    async listItems(token: string, catalogId: string, after: string | undefined) {
      const path = `/${encodeURIComponent(catalogId)}/products`;
      const query = { fields: 'retailer_id,review_status,errors', limit: ITEMS_PAGE, after };
      const { data } = await call(token, { method: 'GET', path, query, response: itemPage });
      return { rows: data.data, next: data.paging?.next ? data.paging.cursors?.after : undefined };
    },
  };
}

/** The headers in which the service says how much of its allowance is used. */
function usageOf(headers: Headers): Usage {
  const usage: Usage = { percent: 0, waitMinutes: 0 };
  const note = (row: { call_count?: number; estimated_time_to_regain_access?: number }) => {
    usage.percent = Math.max(usage.percent, row.call_count ?? 0);
    usage.waitMinutes = Math.max(usage.waitMinutes, row.estimated_time_to_regain_access ?? 0);
  };
  try {
    const app = headers.get('x-app-usage');
    if (app) note(JSON.parse(app) as object);
    const businesses = headers.get('x-business-use-case-usage');
    for (const rows of businesses ? Object.values(JSON.parse(businesses) as Record<string, object[]>) : [])
      for (const row of rows) note(row);
  } catch {
    // A header that cannot be read says nothing; the refusal of a call still does.
    return { percent: 0, waitMinutes: 0 };
  }
  return usage;
}

export type SocialClient = ReturnType<typeof createSocialClient>;
