import { createHmac } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { refuse } from './responses.js';
import { businesses, type CatalogBook, type SocialToken } from './catalog-book.js';
import type { SocialControls } from './controls.js';

const PAGE = 1;

export interface GraphOptions {
  book: CatalogBook;
  controls: SocialControls;
  secret: () => string;
  now: () => number;
}

export const tokenOf = (res: Response) => res.locals['token'] as SocialToken;

/** Tokens in the header, with the proof that the app's secret is known. */
export function authorize({ book, controls, secret, now }: GraphOptions): RequestHandler {
  return (req, res, next) => {
    const text = (req.get('authorization') ?? '').replace(/^Bearer /, '');
    const token = book.token(text);
    const expired = token && token.expiresAt !== null && token.expiresAt <= now();
    if (!token || expired || token.secret !== secret())
      return refuse(
        res,
        controls.tokenErrorStatus,
        190,
        'Error validating access token: The session is invalid.',
        expired ? 463 : 460,
      );
    const proof = createHmac('sha256', secret()).update(text).digest('hex');
    const given =
      req.query['appsecret_proof'] ??
      (req.body as { appsecret_proof?: unknown } | undefined)?.appsecret_proof;
    if (given !== proof)
      return refuse(res, 400, 100, 'API calls from the server require an appsecret_proof argument');
    res.locals['token'] = token;
    next();
  };
}

/** One entry a page, so that clients have to follow the cursors. */
function paged<T>(req: Request, res: Response, all: readonly T[]): void {
  const from = Number(req.query['after'] ?? 0) || 0;
  const data = all.slice(from, from + PAGE);
  const next = from + PAGE;
  const cursors = { before: String(from), after: String(next) };
  res.json({ data, paging: { cursors, ...(next < all.length ? { next: `sandbox?after=${next}` } : {}) } });
}

const catalogsOf = (business: (typeof businesses)[number]) => [...business.owned, ...business.clients];

/** Whether a token may write to a catalog. */
export function mayWrite(book: CatalogBook, token: SocialToken, catalogId: string): boolean {
  if (token.kind === 'user')
    return businesses.some((item) => catalogsOf(item).some(({ id }) => id === catalogId));
  return !!token.systemUserId && !!book.systemUser(token.systemUserId)?.catalogs.includes(catalogId);
}

/** Businesses, system users, and the tokens of those. */
export function graphApi(options: GraphOptions): Router {
  const { book, controls, secret } = options;
  const router = Router();
  const authorized = authorize(options);
  const businessOf = (req: Request) => businesses.find(({ id }) => id === req.params['id']);
  const given = (req: Request, name: string) =>
    String((req.body as Record<string, unknown> | undefined)?.[name] ?? req.query[name] ?? '');

  router.get('/:version/me/businesses', authorized, (req, res) => {
    paged(req, res, controls.businesses ? businesses.map(({ id, name }) => ({ id, name })) : []);
  });
  router.delete('/:version/me/permissions', authorized, (_req, res) => {
    book.write({ op: 'revoke', token: tokenOf(res).token });
    res.json({ success: true });
  });
  router.get('/:version/debug_token', (req, res) => {
    const token = book.token(String(req.query['input_token'] ?? ''));
    res.json({ data: { is_valid: !!token, expires_at: Math.floor((token?.expiresAt ?? 0) / 1_000) } });
  });

  for (const [path, list] of [
    ['owned_product_catalogs', 'owned'],
    ['client_product_catalogs', 'clients'],
  ] as const) {
    router.get(`/:version/:id/${path}`, authorized, (req, res) => {
      const business = businessOf(req);
      if (!business) return refuse(res, 400, 100, 'Unsupported get request. Object does not exist');
      paged(req, res, business[list]);
    });
  }

  router.get('/:version/:id/system_users', authorized, (req, res) => {
    paged(
      req,
      res,
      book.systemUsers(String(req.params['id'])).map(({ id, name }) => ({ id, name, role: 'EMPLOYEE' })),
    );
  });
  router.post('/:version/:id/system_users', authorized, (req, res) => {
    const business = businessOf(req);
    const name = given(req, 'name');
    if (!business || name === '') return refuse(res, 400, 100, '(#100) The parameter name is required');
    const user = { id: book.nextId('6'), businessId: business.id, name, catalogs: [], installed: false };
    book.write({ op: 'system_user', user });
    res.json({ id: user.id });
  });
  router.post('/:version/:id/assigned_users', authorized, (req, res) => {
    const catalogId = String(req.params['id']);
    const user = book.systemUser(given(req, 'user'));
    const business = businesses.find(({ id }) => id === given(req, 'business'));
    const tasks = (req.body as { tasks?: string[] }).tasks ?? [];
    const refused = tasks.find((task) => !controls.acceptedTasks.includes(task));
    if (refused || tasks.length === 0)
      return refuse(res, 400, 100, `Invalid parameter: ${refused ?? 'tasks'} is not a task of the catalog`);
    if (!user || !business || !catalogsOf(business).some(({ id }) => id === catalogId))
      return refuse(res, 400, 100, 'Invalid parameter: the catalog is not one of the business');
    book.write({
      op: 'system_user',
      user: { ...user, catalogs: [...new Set([...user.catalogs, catalogId])] },
    });
    res.json({ success: true });
  });
  router.post('/:version/:id/applications', authorized, (req, res) => {
    const user = book.systemUser(String(req.params['id']));
    if (!user) return refuse(res, 400, 100, 'Unsupported post request. Object does not exist');
    book.write({ op: 'system_user', user: { ...user, installed: true } });
    res.json({ success: true });
  });
  router.post('/:version/:id/access_tokens', authorized, (req, res) => {
    const user = book.systemUser(String(req.params['id']));
    if (!user?.installed) return refuse(res, 400, 100, 'The app is not installed for the system user');
    const { token } = book.grant({
      kind: 'system_user',
      secret: secret(),
      expiresAt: null,
      systemUserId: user.id,
    });
    res.json({ access_token: token });
  });

  return router;
}
