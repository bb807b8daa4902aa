import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { AccountBook, StoredProduct, StoredSource } from './account-book.js';
import { refuse } from './responses.js';
import type { MerchantControls, ScriptedIssue } from './controls.js';
import { inputProblem, plainProductId, VARIANT_ATTRIBUTES } from './product-input.js';

const DAY_MS = 86_400_000;
const EXPIRES_MS = 30 * DAY_MS;
const HALF_DAY_MS = DAY_MS / 2;

export interface MerchantApiOptions {
  book: AccountBook;
  controls: MerchantControls;
  now: () => number;
}

/** The merchant API v1: accounts, data sources, products, quotas. */
export function merchantApi({ book, controls, now }: MerchantApiOptions): Router {
  const router = Router();
  const accountId = (req: Request) => String(req.params['account'] ?? '');
  const calls = { minute: 0, minuteUsed: 0, day: 0, dayUsed: 0 };

  const isRegistered = (account: string) => {
    const { registeredAt } = book.accountOf(account);
    return (
      !controls.needsRegistration ||
      (registeredAt !== null && now() >= registeredAt + controls.registrationDelayMs)
    );
  };

  /** The three causes of 401, told apart by REASON. */
  const authorized: RequestHandler = (req, res, next) => {
    const token = (req.get('authorization') ?? '').replace(/^Bearer /, '');
    if (!book.isGood(token, now()))
      return refuse(res, 401, 'Request had invalid authentication credentials.', {
        reason: 'ACCESS_TOKEN_EXPIRED',
      });
    const account = accountId(req);
    if (!/^\d+$/.test(account))
      return refuse(
        res,
        400,
        `[name] The part \`account\` must be a number, but has value: \`${account}\`.`,
        { reason: 'INVALID_NAME_PART_NOT_NUMBER' },
      );
    const mayRead = controls.accounts.length === 0 || controls.accounts.includes(account);
    if (!controls.accountAccess || !mayRead)
      return refuse(res, 401, `The caller does not have access to the accounts: [${account}]`, {
        reason: 'PERMISSION_DENIED_ACCOUNTS',
      });
    const registering = req.path.includes('developerRegistration');
    if (!registering && !isRegistered(account))
      return refuse(
        res,
        401,
        `GCP project with id sandbox and number 1 is not registered with the merchant account ${account}, try calling the API again in 5 minutes`,
        { reason: 'GCP_NOT_REGISTERED', metadata: { GCP_ID: 'sandbox', GCP_NUMBER: '1' } },
      );
    next();
  };

  /** Writes count against the quotas of the minute and of the day, which begins at noon UTC. */
  const counted: RequestHandler = (_req, res, next) => {
    const minute = Math.floor(now() / 60_000);
    const day = Math.floor((now() - HALF_DAY_MS) / DAY_MS);
    if (calls.minute !== minute) Object.assign(calls, { minute, minuteUsed: 0 });
    if (calls.day !== day) Object.assign(calls, { day, dayUsed: 0 });
    if (calls.dayUsed >= controls.dayLimit)
      return refuse(res, 429, 'Quota exceeded for quota metric of the day', {
        reason: 'quota/daily_limit_exceeded',
      });
    if (calls.minuteUsed >= controls.minuteLimit) {
      res.setHeader('retry-after', String(60 - Math.floor((now() / 1_000) % 60)));
      return refuse(res, 429, 'Quota exceeded for quota metric of the minute', {
        reason: 'quota/request_rate_too_high',
      });
    }
    calls.minuteUsed += 1;
    calls.dayUsed += 1;
    next();
  };

  const sourceName = (account: string, { id }: StoredSource) => `accounts/${account}/dataSources/${id}`;
  const sourceResponse = (account: string, source: StoredSource) => ({
    name: sourceName(account, source),
    dataSourceId: source.id,
    displayName: source.displayName,
    input: source.input,
    ...(source.primary
      ? { primaryProductDataSource: source.primary }
      : { supplementalProductDataSource: {} }),
  });

  router.get('/accounts/v1/accounts/:account', authorized, (req, res) => {
    const account = accountId(req);
    res.json({
      name: `accounts/${account}`,
      accountId: account,
      accountName: 'Sandbox Store',
      languageCode: 'en-US',
      timeZone: { id: 'Asia/Kolkata' },
      testAccount: false,
      adultContent: false,
    });
  });
  router.get('/accounts/v1/accounts/:account/homepage', authorized, (req, res) => {
    res.json({
      name: `accounts/${accountId(req)}/homepage`,
      uri: 'https://store.example.com',
      claimed: true,
    });
  });
  router.post(
    '/accounts/v1/accounts/:account/developerRegistration\\:registerGcp',
    authorized,
    (req, res) => {
      const account = accountId(req);
      if (book.accountOf(account).registeredAt !== null)
        return refuse(res, 409, 'The project is already registered', {
          reason: 'ALREADY_REGISTERED',
          status: 'ALREADY_EXISTS',
        });
      book.write({ op: 'register', account, at: now() });
      res.json({ name: `accounts/${account}/developerRegistration`, gcpIds: ['sandbox'] });
    },
  );
  router.get('/accounts/v1/accounts/:account/developerRegistration', authorized, (req, res) => {
    const account = accountId(req);
    if (book.accountOf(account).registeredAt === null) return refuse(res, 404, 'Not registered');
    res.json({ name: `accounts/${account}/developerRegistration`, gcpIds: ['sandbox'] });
  });

  router.get('/datasources/v1/accounts/:account/dataSources', authorized, (req, res) => {
    if (!controls.sourceReads)
      return refuse(res, 429, 'Quota exceeded for quota metric of the day', {
        reason: 'quota/daily_limit_exceeded',
      });
    const account = accountId(req);
    const sources = [...book.accountOf(account).sources.values()].map((item) =>
      sourceResponse(account, item),
    );
    res.json(sources.length > 0 ? { dataSources: sources } : {});
  });
  router.post('/datasources/v1/accounts/:account/dataSources', authorized, (req, res) => {
    const account = accountId(req);
    const { displayName, primaryProductDataSource: primary } = req.body as {
      displayName?: string;
      primaryProductDataSource?: StoredSource['primary'];
    };
    if (!displayName) return refuse(res, 400, '[displayName] is required');
    if (!!primary?.contentLanguage !== !!primary?.feedLabel)
      return refuse(res, 400, '[primaryProductDataSource] language and label go together');
    const id = String(1_001 + book.accountOf(account).sources.size);
    const source: StoredSource = { id, displayName, input: 'API', primary: primary ?? null };
    book.write({ op: 'source', account, source });
    res.json(sourceResponse(account, source));
  });

  /** The source that the query names, with literal or encoded slashes. */
  function sourceOf(req: Request, res: Response): StoredSource | undefined {
    const name = String(req.query['dataSource'] ?? '');
    const source = book.accountOf(accountId(req)).sources.get(name.split('/').at(-1) ?? '');
    if (!source) refuse(res, 404, `Data source ${name} was not found`, { reason: 'DATA_SOURCE_NOT_FOUND' });
    else if (source.input !== 'API')
      refuse(res, 400, `Data source ${name} takes no API input`, { reason: 'INVALID_DATA_SOURCE' });
    else if (!source.primary)
      refuse(res, 400, `Data source ${name} is not primary`, { reason: 'INVALID_DATA_SOURCE' });
    else return source;
    return undefined;
  }

  router.post('/products/v1/accounts/:account/productInputs\\:insert', authorized, counted, (req, res) => {
    const account = accountId(req);
    const source = sourceOf(req, res);
    if (!source) return;
    const input = req.body as Record<string, unknown>;
    const problem = inputProblem(input);
    if (problem) return refuse(res, 400, problem, { reason: 'INVALID_VALUE' });
    const { offerId, contentLanguage, feedLabel, versionNumber } = input as Record<string, string>;
    const refusal = controls.refuse[offerId ?? ''] ?? controls.refuse['*'];
    if (refusal) return refuse(res, 400, refusal, { reason: 'INVALID_VALUE' });
    const { contentLanguage: language, feedLabel: label } = source.primary ?? {};
    if ((language && language !== contentLanguage) || (label && label !== feedLabel))
      return refuse(res, 400, 'The product does not match language and label of the data source', {
        reason: 'INVALID_VALUE',
      });
    const id = `${contentLanguage}~${feedLabel}~${offerId}`;
    const known = book.accountOf(account).products.get(id);
    const version = Number(versionNumber ?? 0);
    const aborts = controls.abort[offerId ?? ''] ?? 0;
    if (aborts > 0) controls.abort[offerId ?? ''] = aborts - 1;
    if (aborts > 0 || (known && version < known.version))
      return refuse(res, 409, 'A newer version is stored', { reason: 'OUTDATED' });
    const product: StoredProduct = {
      id,
      input,
      version,
      dataSourceId: source.id,
      updatedAt: now(),
      createdAt: known?.createdAt ?? now(),
    };
    book.write({ op: 'insert', account, product });
    res.json({
      ...input,
      name: `accounts/${account}/productInputs/${id}`,
      product: `accounts/${account}/products/${id}`,
    });
  });
  router.delete('/products/v1/accounts/:account/productInputs/:product', authorized, counted, (req, res) => {
    const account = accountId(req);
    const source = sourceOf(req, res);
    if (!source) return;
    const id = plainProductId(String(req.params['product']));
    // An insert by another source has moved the product there.
    if (book.accountOf(account).products.get(id)?.dataSourceId !== source.id)
      return refuse(res, 404, `Product ${id} was not found`);
    book.write({ op: 'delete', account, id, at: now() });
    res.json({});
  });

  const isVisible = (at: number) => now() >= at + controls.visibilityMs;
  function processed(account: string, id: string): StoredProduct | undefined {
    const { products, deleted } = book.accountOf(account);
    const stored = products.get(id);
    if (stored && isVisible(stored.createdAt) && now() < stored.updatedAt + EXPIRES_MS) return stored;
    const gone = deleted.get(id);
    return !stored && gone && !isVisible(gone.at) ? gone.product : undefined;
  }
  function processedResponse(account: string, { id, input, updatedAt, createdAt }: StoredProduct) {
    const scripted = [...(controls.issues[String(input['offerId'])] ?? []), ...(controls.issues['*'] ?? [])];
    const issues = [...scripted, ...ownIssues(input)];
    const bad = issues.some(({ severity }) => severity === 'DISAPPROVED');
    const countries = [String(input['feedLabel'])];
    const status = {
      approvedCountries: bad ? [] : countries,
      pendingCountries: [],
      disapprovedCountries: bad ? countries : [],
    };
    const at = (time: number) => new Date(time).toISOString();
    return {
      name: `accounts/${account}/products/${id}`,
      offerId: input['offerId'],
      productStatus: {
        destinationStatuses: ['SHOPPING_ADS', 'FREE_LISTINGS'].map((reportingContext) => ({
          reportingContext,
          ...status,
        })),
        itemLevelIssues: issues.map((issue) => ({
          reportingContext: 'FREE_LISTINGS',
          resolution: 'merchant_action',
          applicableCountries: countries,
          ...issue,
        })),
        creationDate: at(createdAt),
        lastUpdateDate: at(updatedAt),
        googleExpirationDate: at(updatedAt + EXPIRES_MS),
      },
    };
  }

  /** What the service finds itself: a group whose variants say nothing of how they differ, and missing shipping. */
  function ownIssues(input: Record<string, unknown>): ScriptedIssue[] {
    const attributes = (input['productAttributes'] ?? {}) as Record<string, unknown>;
    const differs = VARIANT_ATTRIBUTES.some((name) => attributes[name] !== undefined);
    const shipped =
      controls.accountShipping || attributes['shipping'] !== undefined || input['feedLabel'] !== 'IN';
    return [
      ...(attributes['itemGroupId'] !== undefined && !differs
        ? [
            {
              code: 'item_group_without_variant_attribute',
              severity: 'DEMOTED' as const,
              attribute: 'item_group_id',
            },
          ]
        : []),
      ...(shipped
        ? []
        : [{ code: 'missing_shipping', severity: 'DISAPPROVED' as const, attribute: 'shipping' }]),
    ];
  }

  router.get('/products/v1/accounts/:account/products', authorized, (req, res) => {
    const account = accountId(req);
    const size = Math.min(Number(req.query['pageSize'] ?? 25), 1_000);
    const all = [...book.accountOf(account).products.keys()].flatMap((id) => processed(account, id) ?? []);
    const from = Number(req.query['pageToken'] ?? 0);
    const products = all.slice(from, from + size).map((product) => processedResponse(account, product));
    const next = from + size < all.length ? { nextPageToken: String(from + size) } : {};
    res.json(products.length > 0 ? { products, ...next } : {});
  });
  router.get('/products/v1/accounts/:account/products/:product', authorized, (req, res) => {
    const account = accountId(req);
    const id = plainProductId(String(req.params['product']));
    const product = processed(account, id);
    if (!product) return refuse(res, 404, `Product ${id} was not found`);
    res.json(processedResponse(account, product));
  });

  router.get('/quota/v1/accounts/:account/quotas', authorized, (req, res) => {
    const group = {
      name: `accounts/${accountId(req)}/groups/productInputs`,
      quotaUsage: String(calls.dayUsed),
      quotaLimit: String(controls.dayLimit),
      quotaMinuteLimit: String(controls.minuteLimit),
      methodDetails: [
        { method: 'insert', path: 'products/v1/productInputs:insert', subapi: 'products', version: 'v1' },
      ],
    };
    res.json({ quotaGroups: [group] });
  });

  return router;
}
