import type { Slug } from '#domain/slugs.js';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Services } from '#api/services.js';
import type { MissingFactor } from '#db/accounts/principal.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { ErrorFactory } from '#domain/_shared/error-catalogue.js';

import type { Permission } from '#domain/_shared/permission.js';
import type { Act } from '#domain/access/acts.js';
import type { ValueReason } from '#domain/access/money-acts.js';
import type { VendorRole } from '#domain/vendors/vendor-role.js';
import type { EntityName } from './entities.js';
import type { AlsoReply, JsonText, Redirect, Reply } from './reply.js';
import type { Deprecation } from './versions.js';

/**
 * Who may call: `public` (a session is used when there is one), `session` (any), `customer` (any, guests included),
 * `vendor` (a session with an active vendor), `admin` (a session or API key with the permission),
 * `webhook` (nobody is known; the handler checks the signature).
 */
export type RouteAuth = 'public' | 'session' | 'customer' | 'vendor' | 'admin' | 'webhook';

/** How often one caller may call; the limits stand in `middleware/rate-limit.ts`. */
export type RateClass =
  | 'read'
  | 'browse'
  | 'write'
  | 'event'
  | 'signIn'
  | 'guest'
  | 'link'
  | 'lookup'
  | 'orderLookup'
  | 'placeOrder'
  | 'testMail';

export type ParamSpec = EntityName | z.ZodType<string>;
type Params = Record<string, ParamSpec>;

export interface RouteRequest<P, Q, B> {
  ctx: Context;
  params: P;
  query: Q;
  body: B;
  services: Services;
  request: Request;
  /** Only for responses that are not JSON (`kind` stream, file, redirect, page). */
  response: Response;
}

interface RouteBase {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Express form, `/admin/orders/:orderId/invoice`; `*name` at the end takes the rest of a path. */
  path: string;
  /** One line for the reference, in the imperative. */
  summary: string;
  description?: string;
  /** The version that brought it; by default 0.1.0. */
  since?: string;
  /** It will be removed: announced in the reference and by headers. */
  deprecated?: Deprecation;
  auth: RouteAuth;
  /** Needed by every admin route. */
  permission?: Permission;
  /** Of an admin route: another permission, and which requests need it; the handler holds them against it. */
  alsoPermission?: { permission: Permission; when: string };
  /** Of a vendor route: the least role within the vendor that may call it, by default `member`. Owners count as admins. */
  vendorRole?: VendorRole;
  /** Hands out rights or moves money: needs a recent sign-in; see `docs/access.md`. */
  act?: Act;
  /** When it is such an act, where it is not always one: the use case holds the caller against it, not the guard of the route. */
  actWhen?: string;
  /** It writes rows of money and is no act: why not. */
  value?: ValueReason;
  /** Sessions that may call it although this is missing of their second factor; every other operation refuses them. */
  withoutFactor?: readonly MissingFactor[];
  /** Of a vendor operation that changes something: whether a suspended vendor may call it, to settle what it has sold. */
  whileSuspended?: true;
  /** Whether an API key may call it; by default every admin route. */
  apiKeys?: boolean;
  /** `strict` refuses unknown keys of the body, `drop` (the default) leaves them out. Those of a query are always left out. */
  unknownKeys?: 'strict' | 'drop';
  /** `json` (default), `raw` (the bytes as sent, for signatures), `multipart` (the handler reads the stream). */
  bodyKind?: 'json' | 'raw' | 'multipart';
  /** What a multipart form may have beside its `file`, for the reference; the handler reads it. */
  formFields?: z.ZodObject;
  /** Bytes; by default 1 MiB. */
  bodyLimit?: number;
  /** `json` is wrapped in the envelope, the others are written by the handler. */
  kind?: 'json' | 'stream' | 'file' | 'redirect' | 'page';
  /** A JSON response that may also be a redirect, 302, as the configuration says. */
  mayRedirect?: boolean;
  /** Content type of a file, stream or page; a JSON page has the shape of its `answer`, without the envelope. */
  contentType?: string;
  /** Another content type, where the caller may ask for one. */
  alsoContentType?: string;
  /** Status of success; by default 200. */
  success?: 200 | 201 | 202;
  /** Another success status, with the same shape where `alsoResponse` names no other. */
  alsoSuccess?: 200 | 201 | 202;
  /** The shape of `alsoSuccess`; the handler returns it as an `AlsoReply`. */
  alsoResponse?: z.ZodType;
  /** The kind of row that the response is, or lists, where its `id` does not say it. */
  rows?: EntityName;
  /** It brings back a row that was deleted. */
  restores?: boolean;
  /** A list: returns an array with paging metadata of this shape. */
  metadata?: z.ZodType;
  /** Errors that this operation returns apart from the general ones. */
  errors?: readonly ErrorFactory[];
  /** Shapes of statuses that are returned in another form than the envelope of errors. */
  otherResponses?: Record<number, z.ZodType>;
  /** Honours `Idempotency-Key`. */
  idempotent?: boolean;
  /**
   * Honours `If-Match`: `true` where the handler compares it itself, under the lock of what it changes; else the path of the read that
   * returns the tag, which is compared in the first unit of work. By default the read of the same path, where there is one (`edit-tags.ts`);
   * `false` for none.
   */
  ifMatch?: boolean | string;
  rate?: RateClass;
  /** Path parameters that are secrets, which logs must not hold. */
  secretParams?: readonly string[];
  /** Of a stream: the JSON of one frame, for the reference. */
  frame?: z.ZodType;
  /** Its input could be guessed: callers whose requests end with 404 too often are held back. */
  guessable?: boolean;
  /** The data of a typical response, for the reference. */
  example?: unknown;
  /** A body that passes, for the reference and for the tests that go over all routes. */
  bodyExample?: unknown;
}

export interface RouteSpec<
  P extends Params,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
> extends RouteBase {
  params?: P;
  query?: Q;
  body?: B;
  response?: A;
  handler: (
    request: RouteRequest<{ [K in keyof P]: string }, z.output<Q>, z.output<B>>,
  ) => Promise<z.input<A> | Reply<z.input<A> | JsonText<z.input<A>>> | AlsoReply | Redirect | void>;
}

/**
 * `If-Match` for every operation that edits what another one reads. The tag has two halves, `"<edited>.<rest>"`: the first is of the
 * fields that the edit takes, so that a counter or a time that moves by itself stops nobody's save; the second is of all
 * that is returned, so that a cache never takes two different responses for one.
 */
export interface EditTag {
  /** The fields of the body that the response has; null where none is: then the tag is of all of it. */
  fields: readonly string[] | null;
}

/** A declared route with its types rubbed off, as the mounting, the reference and the sweeps read it. */
export interface Route extends RouteBase {
  /** The feature, set by `routes`. */
  slug: Slug;
  /** Set by `withEditTags`: its response carries a tag that an edit names in `If-Match`. */
  editTag?: EditTag;
  params: Params;
  query?: z.ZodType;
  body?: z.ZodType;
  response?: z.ZodType;
  handler: (request: RouteRequest<Record<string, string>, unknown, unknown>) => Promise<unknown>;
}

type Draft = Omit<Route, 'slug'>;

/** Declares one operation: mounting, validation, envelope, permission check and reference all come from it. */
export function route<
  const P extends Params = Record<never, never>,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodUndefined,
>(spec: RouteSpec<P, Q, B, A>): Draft {
  return { ...spec, params: spec.params ?? {} } as unknown as Draft;
}

/**
 * `route` for a feature that knows its own use cases alone, as a plugin does:
 * `const route = routeOf<{ loyaltyPoints: LoyaltyPointsService }>()`.
 */
export function routeOf<S extends object>() {
  return <
    // Of a plugin that is not registered the names of entities are not known to the compiler; the start checks them.
    const P extends Record<string, string | z.ZodType<string>> = Record<never, never>,
    const Q extends z.ZodType = z.ZodUndefined,
    const B extends z.ZodType = z.ZodUndefined,
    const A extends z.ZodType = z.ZodUndefined,
  >(
    spec: Omit<RouteSpec<Params, Q, B, A>, 'handler' | 'params'> & {
      params?: P;
      handler: (
        request: Omit<RouteRequest<{ [K in keyof P]: string }, z.output<Q>, z.output<B>>, 'services'> & {
          services: S;
        },
      ) => ReturnType<RouteSpec<Params, Q, B, A>['handler']>;
    },
  ): Draft => route(spec as unknown as RouteSpec<Params, Q, B, A>);
}

/** The routes of one feature. */
export function routes(slug: Slug, drafts: Draft[]): Route[] {
  return drafts.map((draft) => ({ ...draft, slug }));
}

/** The routes of a plugin, which need not be registered to be compiled. @param name of the plugin */
export function routesOfPlugin(name: string, drafts: Draft[]): Route[] {
  return routes(name as Slug, drafts);
}

/** Whether an API key may call the operation; everything else is for sessions alone. */
export function takesApiKeys({ apiKeys, auth }: Pick<Route, 'apiKeys' | 'auth'>): boolean {
  return apiKeys ?? auth === 'admin';
}

/** A suspended vendor reads all its own, and changes only what settles what it has sold. */
export function isRefusedWhileSuspended({
  auth,
  method,
  whileSuspended,
}: Pick<Route, 'auth' | 'method' | 'whileSuspended'>): boolean {
  return auth === 'vendor' && method !== 'get' && !whileSuspended;
}

export function isEntityParam(param: ParamSpec): param is EntityName {
  return typeof param === 'string';
}
