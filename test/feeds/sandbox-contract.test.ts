import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import { createMerchantClient } from '#plugins/merchant-feed/integrations/merchant-client.js';
import { merchantFailure } from '#plugins/merchant-feed/integrations/merchant-failure.js';
import * as merchantSchemas from '#plugins/merchant-feed/integrations/merchant.schemas.js';
import { socialFailure } from '#plugins/social-catalog/integrations/social-failure.js';
import * as socialSchemas from '#plugins/social-catalog/integrations/social.schemas.js';
import { type MerchantSandbox, startMerchantSandbox } from '../../sandboxes/merchant/merchant-sandbox.js';
import { inputProblem } from '../../sandboxes/merchant/product-input.js';
import { itemProblem } from '../../sandboxes/social/item-rules.js';
import { MERCHANT_ID } from '../merchant-feed/merchant-shop.js';

/** Examples of the wire formats, in the form in which the services document them. */
const merchantExamples = {
  tokenResponse: {
    access_token: 'a',
    expires_in: 3599,
    refresh_token: 'r',
    scope: 's',
    token_type: 'Bearer',
  },
  accountResponse: {
    name: 'accounts/1',
    accountId: '1',
    accountName: 'Store',
    languageCode: 'en-US',
    timeZone: { id: 'Asia/Kolkata' },
    testAccount: false,
    adultContent: false,
  },
  homepageResponse: { name: 'accounts/1/homepage', uri: 'https://store.example.com', claimed: true },
  registrationResponse: { name: 'accounts/1/developerRegistration', gcpIds: ['project'] },
  dataSourceResponse: {
    name: 'accounts/1/dataSources/2',
    dataSourceId: '2',
    displayName: 'API',
    input: 'AUTOFEED',
    primaryProductDataSource: { feedLabel: 'IN', contentLanguage: 'en', countries: ['IN'], destinations: [] },
  },
  dataSourcesResponse: {},
  quotasResponse: {
    quotaGroups: [
      {
        name: 'accounts/1/groups/g',
        quotaUsage: '1',
        quotaLimit: '2',
        quotaMinuteLimit: '3',
        methodDetails: [{ method: 'insert', path: 'products/v1/productInputs:insert' }],
      },
    ],
  },
  productResponse: {
    name: 'accounts/1/products/en~IN~SKU-1',
    productStatus: {
      destinationStatuses: [
        {
          reportingContext: 'SHOPPING_ADS',
          approvedCountries: ['IN'],
          pendingCountries: [],
          disapprovedCountries: [],
        },
      ],
      itemLevelIssues: [
        {
          code: 'missing_gtin',
          severity: 'DEMOTED',
          resolution: 'merchant_action',
          attribute: 'gtin',
          reportingContext: 'FREE_LISTINGS',
          description: 'd',
          detail: 'x',
          documentation: 'https://x',
          applicableCountries: ['IN'],
        },
      ],
      creationDate: '2026-11-01T00:00:00Z',
      lastUpdateDate: '2026-11-01T00:00:00Z',
      googleExpirationDate: '2026-12-01T00:00:00Z',
    },
  },
  insertResponse: {
    name: 'accounts/1/productInputs/en~IN~SKU-1',
    product: 'accounts/1/products/en~IN~SKU-1',
  },
  emptyResponse: {},
  oauthErrorResponse: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
};

const productInput = {
  offerId: 'SKU-1',
  contentLanguage: 'en',
  feedLabel: 'IN',
  versionNumber: '17',
  productAttributes: {
    title: 't',
    description: 'd',
    link: 'https://s.example.com/p',
    imageLink: 'https://s.example.com/i.png',
    additionalImageLinks: ['https://s.example.com/j.png'],
    availability: 'IN_STOCK',
    condition: 'NEW',
    price: { amountMicros: '12340000', currencyCode: 'INR' },
    salePrice: { amountMicros: '10000000', currencyCode: 'INR' },
    brand: 'b',
    gtins: ['4006381333931'],
    mpn: 'm',
    itemGroupId: 'g',
    identifierExists: false,
    productTypes: ['A > B'],
    shippingWeight: { value: 0.5, unit: 'kg' },
  },
  customAttributes: [{ name: 'n', value: 'v' }],
};

const socialExamples = {
  socialTokenResponse: { access_token: 'a', token_type: 'bearer', expires_in: 5_183_944 },
  namedPage: {
    data: [{ id: '9', name: 'Business' }],
    paging: { cursors: { before: 'b', after: 'a' }, next: 'https://x' },
  },
  createdResponse: { id: '61' },
  successResponse: { success: true },
  catalogResponse: { id: '7', name: 'Catalog' },
  batchResponse: {
    handles: ['Acx1'],
    validation_status: [{ retailer_id: 'x', errors: [{ message: 'm' }], warnings: [{ message: 'w' }] }],
  },
  batchStatusResponse: {
    data: [
      {
        handle: 'Acx1',
        status: 'in_progress',
        errors: [
          { line: 0, id: 'sku', message: 'm' },
          { line: 1, message: 'n' },
        ],
        errors_total_count: 3,
        warnings: [],
        warnings_total_count: 0,
        ids_of_invalid_requests: ['sku'],
      },
    ],
  },
  itemPage: {
    data: [
      {
        id: '1',
        retailer_id: 'sku',
        name: 'n',
        price: '₹71.00',
        availability: 'in stock',
        review_status: 'approved',
        visibility: 'published',
        errors: [{ error_type: 't', error_priority: 'HIGH', title: 't', description: 'd' }],
      },
    ],
  },
  socialErrorResponse: {
    error: {
      message: 'm',
      type: 'OAuthException',
      code: 190,
      error_subcode: 460,
      error_user_title: 't',
      error_user_msg: 'u',
      is_transient: false,
      fbtrace_id: 'f',
    },
  },
};

const socialItem = {
  id: 'sku',
  title: 't',
  description: 'd',
  availability: 'out of stock',
  condition: 'new',
  price: '12.34 INR',
  sale_price: '10.00 INR',
  link: 'https://s.example.com/p',
  image_link: 'https://s.example.com/i.png',
  additional_image_link: ['https://s.example.com/j.png'],
  brand: 'b',
  gtin: '4006381333931',
  mpn: 'm',
  item_group_id: 'g',
};

const failed = (status: number, body: unknown) =>
  new HttpCallError('POST /', { status, body, outcome: 'answered', retryable: false, reason: 'refused' });
const googleError = (code: number, status: string, reason?: string) => ({
  error: {
    code,
    message: 'm',
    status,
    details: reason
      ? [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'invalid',
            domain: 'merchantapi.googleapis.com',
            metadata: { REASON: reason, VARIABLE_NAME: 'account' },
          },
        ]
      : [],
  },
});

describe('sandbox-contract', () => {
  it.each(Object.entries(merchantExamples))('the adapter reads the documented %s', (name, example) => {
    expect(merchantSchemas[name as keyof typeof merchantExamples].safeParse(example).error).toBeUndefined();
  });

  it.each(Object.entries(socialExamples))('the adapter reads the documented %s', (name, example) => {
    expect(socialSchemas[name as keyof typeof socialExamples].safeParse(example).error).toBeUndefined();
  });

  it('the sandboxes accept the documented product and item, and refuse their broken forms', () => {
    expect([inputProblem(productInput), itemProblem(socialItem)]).toEqual([undefined, undefined]);
    const broken = (attributes: object) =>
      inputProblem({
        ...productInput,
        productAttributes: { ...productInput.productAttributes, ...attributes },
      });
    expect(broken({ price: { amountMicros: 12_340_000, currencyCode: 'INR' } })).toContain('amountMicros');
    expect(broken({ availability: 'in_stock' })).toContain('availability');
    expect(itemProblem({ ...socialItem, retailer_id: 'sku' })).toContain('retailer_id');
    expect(itemProblem({ ...socialItem, availability: 'in_stock' })).toContain('availability');
    expect(itemProblem({ ...socialItem, price: '12.34INR' })).toContain('price');
  });

  it.each([
    [401, googleError(401, 'UNAUTHENTICATED', 'GCP_NOT_REGISTERED'), 'not_registered'],
    [401, googleError(401, 'UNAUTHENTICATED', 'PERMISSION_DENIED_ACCOUNTS'), 'no_access'],
    [401, googleError(401, 'UNAUTHENTICATED'), 'expired'],
    [400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }, 'dead_grant'],
    [403, googleError(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'), 'account'],
    [409, googleError(409, 'ABORTED'), 'outdated'],
    [409, googleError(409, 'ALREADY_EXISTS'), 'already_exists'],
    [409, googleError(409, 'FAILED_PRECONDITION'), 'refused'],
    [429, googleError(429, 'RESOURCE_EXHAUSTED', 'quota/request_rate_too_high'), 'throttled'],
    [429, googleError(429, 'RESOURCE_EXHAUSTED', 'quota/daily_limit_exceeded'), 'day_used_up'],
    [400, googleError(400, 'INVALID_ARGUMENT', 'INVALID_NAME_PART_NOT_NUMBER'), 'refused'],
    [503, 'upstream', 'unavailable'],
  ])('the merchant adapter tells %s apart by its reason', (status, body, kind) => {
    expect(merchantFailure(failed(status, body)).kind).toBe(kind);
  });

  it.each([
    [400, 190, 'dead_token'],
    [401, 190, 'dead_token'],
    [400, 102, 'dead_token'],
    [403, 200, 'no_permission'],
    [400, 10, 'no_permission'],
    [400, 100, 'refused'],
    [400, 80_014, 'throttled'],
    [400, 80_009, 'throttled'],
    [400, 4, 'throttled'],
    [400, 368, 'policy'],
    [500, 2, 'unavailable'],
  ])('the social adapter decides by the code: HTTP %i with code %i', (status, code, kind) => {
    expect(socialFailure(failed(status, { error: { message: 'm', code } })).kind).toBe(kind);
  });

  describe('the merchant sandbox', () => {
    let merchant: MerchantSandbox;
    beforeAll(async () => {
      merchant = await startMerchantSandbox({ port: 0, clientSecret: 'secret-of-the-test' });
    });
    afterAll(() => merchant.close());

    it('refuses a FILE source, accepts a source with encoded slashes, and has ids in both forms', async () => {
      const token = await accessToken(merchant.url);
      merchant.control({ needsRegistration: false, visibilityMs: 0 });
      const client = createMerchantClient({ apiUrl: merchant.url, merchantId: MERCHANT_ID });
      const { versionNumber: _, ...product } = productInput;
      const insert = (dataSourceId: string) =>
        client.insertProduct(token, { dataSourceId, versionNumber: 3, product });
      await expect(insert('1002')).rejects.toMatchObject({ status: 400 });
      await insert('1001');
      const base = `${merchant.url}/products/v1/accounts/${MERCHANT_ID}`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const encoded = await fetch(
        `${base}/productInputs:insert?dataSource=accounts%2F${MERCHANT_ID}%2FdataSources%2F1001`,
        { method: 'POST', headers, body: JSON.stringify({ ...product, versionNumber: '2' }) },
      );
      expect([encoded.status, merchantFailure(failed(encoded.status, await encoded.json())).kind]).toEqual([
        409,
        'outdated',
      ]);
      const plain = await fetch(`${base}/products/en~IN~SKU-1`, { headers });
      expect(((await plain.json()) as { name: string }).name).toBe(
        (await client.readProduct(token, 'en~IN~SKU-1')).name,
      );
      await client.deleteProduct(token, { dataSourceId: '1001', productId: 'en~IN~SKU-1' });
      await expect(
        client.deleteProduct(token, { dataSourceId: '1001', productId: 'en~IN~SKU-1' }),
      ).rejects.toMatchObject({ status: 404 });
    });
  });
});

async function accessToken(url: string): Promise<string> {
  const consent = await fetch(
    `${url}/o/oauth2/v2/auth/allow?client_id=c&redirect_uri=https://x.example.com/&state=s&access_type=offline&prompt=consent`,
    { redirect: 'manual' },
  );
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: 'c',
    client_secret: 'secret-of-the-test',
    redirect_uri: 'https://x.example.com/',
  };
  const response = await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  return ((await response.json()) as { access_token: string }).access_token;
}
