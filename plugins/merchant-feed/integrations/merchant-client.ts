import { createJsonClient } from 'haat/plugin';
import { describeMerchantError } from './merchant-failure.js';
import {
  accountResponse,
  type DataSourceResponse,
  dataSourceResponse,
  dataSourcesResponse,
  emptyResponse,
  homepageResponse,
  insertResponse,
  type ProductResponse,
  productResponse,
  productsResponse,
  quotasResponse,
  registrationResponse,
} from './merchant.schemas.js';

const TIMEOUT_MS = 15_000;
const PAGE_SIZE = 1_000;

/** Identifiers of products on the wire: base64url of the plain form, which offer ids with dots need. */
export function wireProductId(plain: string): string {
  return Buffer.from(plain, 'utf8').toString('base64url');
}

export interface NewDataSource {
  displayName: string;
  contentLanguage: string;
  feedLabel: string;
  countries: string[];
}

/** The merchant API v1 for one account. Every call takes the access token, because tokens change while calls are made. */
export function createMerchantClient(options: { apiUrl: string; merchantId: string }) {
  const { merchantId } = options;
  const api = createJsonClient({
    baseUrl: options.apiUrl,
    timeoutMs: TIMEOUT_MS,
    describeError: describeMerchantError,
  });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const account = `/accounts/v1/accounts/${merchantId}`;
  const products = `/products/v1/accounts/${merchantId}`;
  const sources = `/datasources/v1/accounts/${merchantId}/dataSources`;
  const sourceName = (id: string) => `accounts/${merchantId}/dataSources/${id}`;

  return {
    async readAccount(token: string, signal?: AbortSignal) {
      const call = { method: 'GET' as const, headers: bearer(token), signal };
      const { data } = await api.call({ ...call, path: account, response: accountResponse });
      const homepage = await api.call({ ...call, path: `${account}/homepage`, response: homepageResponse });
      return { id: merchantId, name: data.accountName ?? null, websiteUrl: homepage.data.uri ?? null };
    },

    /** Registers the cloud project of the OAuth client with the account. */
    async register(token: string, signal?: AbortSignal): Promise<void> {
      const path = `${account}/developerRegistration:registerGcp`;
      await api.call({
        method: 'POST',
        path,
        headers: bearer(token),
        json: {},
        response: registrationResponse,
        signal,
      });
    },

    async listDataSources(token: string, signal?: AbortSignal): Promise<DataSourceResponse[]> {
      const found: DataSourceResponse[] = [];
      let pageToken: string | undefined;
      do {
        const query = { pageSize: PAGE_SIZE, pageToken };
        const { data } = await api.call({
          method: 'GET',
          path: sources,
          query,
          headers: bearer(token),
          response: dataSourcesResponse,
          signal,
        });
        found.push(...(data.dataSources ?? []));
        pageToken = data.nextPageToken || undefined;
      } while (pageToken);
      return found;
    },

    async createDataSource(token: string, source: NewDataSource): Promise<DataSourceResponse> {
      const { displayName, ...primary } = source;
      const json = { displayName, primaryProductDataSource: primary };
      const { data } = await api.call({
        method: 'POST',
        path: sources,
        headers: bearer(token),
        json,
        response: dataSourceResponse,
      });
      return data;
    },

    /** Creates or replaces a product. A version lower than the stored one is refused. */
    async insertProduct(
      token: string,
      input: { dataSourceId: string; versionNumber: number; product: object },
      signal?: AbortSignal,
    ): Promise<void> {
      await api.call({
        method: 'POST',
        path: `${products}/productInputs:insert`,
        query: { dataSource: sourceName(input.dataSourceId) },
        headers: bearer(token),
        json: { ...input.product, versionNumber: String(input.versionNumber) },
        response: insertResponse,
        signal,
      });
    },

    async deleteProduct(
      token: string,
      input: { dataSourceId: string; productId: string },
      signal?: AbortSignal,
    ): Promise<void> {
      await api.call({
        method: 'DELETE',
        path: `${products}/productInputs/${wireProductId(input.productId)}`,
        query: { dataSource: sourceName(input.dataSourceId) },
        headers: bearer(token),
        response: emptyResponse,
        signal,
      });
    },

    /** The processed product, minutes behind what was sent. */
    async readProduct(token: string, productId: string): Promise<ProductResponse> {
      const path = `${products}/products/${wireProductId(productId)}`;
      return (await api.call({ method: 'GET', path, headers: bearer(token), response: productResponse }))
        .data;
    },

    /** A page of the processed products, with what is wrong with each. */
    async listProducts(token: string, pageToken: string | undefined) {
      const path = `${products}/products`;
      const query = { pageSize: PAGE_SIZE, pageToken };
      const { data } = await api.call({
        method: 'GET',
        path,
        query,
        headers: bearer(token),
        response: productsResponse,
      });
      return { rows: data.products ?? [], next: data.nextPageToken || undefined };
    },

    /** The quota that inserts and deletes count against. */
    async readQuota(token: string, signal?: AbortSignal) {
      const path = `/quota/v1/accounts/${merchantId}/quotas`;
      const { data } = await api.call({
        method: 'GET',
        path,
        headers: bearer(token),
        response: quotasResponse,
        signal,
      });
      const groups = data.quotaGroups ?? [];
      const writes = groups.find(({ methodDetails = [] }) =>
        methodDetails.some(({ path: of = '', method = '' }) => `${of} ${method}`.includes('productInputs')),
      );
      return writes ?? groups[0] ?? null;
    },
  };
}

export type MerchantClient = ReturnType<typeof createMerchantClient>;
