import { isDeepStrictEqual } from 'node:util';
import { type ErrorRequestHandler, type Request, Router, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { canonicalJson, sha256 } from '#lib/crypto.js';
import { readMinRevision, writeContentRevision } from './content-revision.js';
import { allowUtf8Mail, requestScope, type StatementWatch, watchStatements } from '#lib/request-scope.js';
import { writtenValueTables } from '#domain/access/money-acts.js';
import type { Clock } from '#lib/clock.js';
import type { Context, IdempotencyKey } from '#domain/_shared/context.js';
import { plainAddress } from '#lib/addresses.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Authenticator, Principal } from './principal.js';
import { editPrecondition, responseTag } from './edit-tags.js';
import { breakOnLocks } from './lock-breaker.js';
import { AlsoReply, JsonText, Redirect, Reply } from './reply.js';
import type { Route } from './route.js';
import type { ActGuard } from '#api/kernel/middleware/act-guard.js';
import { compressed } from '#api/kernel/middleware/compress.js';
import { actorOf, authenticate, principalOf } from '#api/kernel/middleware/authenticate.js';
import { bodyReaders } from '#api/kernel/middleware/body.js';
import type { FailedAttempts } from '#api/kernel/middleware/failed-attempts.js';
import type { GuessLimit } from '#api/kernel/middleware/guess-limit.js';
import type { RateLimiters } from '#api/kernel/middleware/rate-limit.js';
import { requestReader } from '#api/kernel/middleware/validate.js';
import { undeclaredError } from './route-errors.js';
import { announceDeprecation } from './versions.js';
import type { Services } from '#api/services.js';
import type { Utf8MailSource } from '#operations/mail/utf8-mail.js';

export interface MountOptions {
  services: Services;
  authenticator: Authenticator;
  actGuard: ActGuard;
  failedAttempts: FailedAttempts;
  guessLimit: GuessLimit;
  rateLimiters: RateLimiters;
  clock: Clock;
  /** Holds every response against its schema, and every error against those declared; off in production. */
  checkResponses: boolean;
  utf8Mail: Utf8MailSource;
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Mounts the declared routes; a declaration that cannot work stops the start. A request is held against the routes of
 * its section alone: trying all patterns one after the other would take longer than most of what a request needs.
 */
export function mountRoutes(routes: readonly Route[], given: MountOptions): RequestHandler {
  const reads = new Map(routes.filter(({ method }) => method === 'get').map((route) => [route.path, route]));
  const options = { ...given, reads };
  const sections = new Map<string, Router>();
  const rest = Router({ caseSensitive: true });
  for (const route of routes) {
    const section = sectionOf(route.path);
    // What has a parameter that early belongs to no section.
    const wanted = /[:*]/.test(section) ? rest : (sections.get(section) ?? Router({ caseSensitive: true }));
    if (wanted !== rest) sections.set(section, wanted);
    wanted[route.method](
      route.path,
      recordRoute(route),
      ...((route.kind ?? 'json') === 'json' ? [compressed] : []),
      ...announceDeprecation(route),
      authenticate(route, options.authenticator),
      ...options.actGuard(route),
      ...options.rateLimiters(route),
      ...options.guessLimit(route),
      ...bodyReaders(route),
      // A stream ends when its reader goes: its end says nothing about locks.
      (route.kind ?? 'json') === 'json'
        ? breakOnLocks(respondWith(route, options))
        : respondWith(route, options),
      ...options.failedAttempts(route),
      ...(options.checkResponses ? [declaredErrorsOnly(route)] : []),
    );
  }
  return (request, response, next) => {
    const others = (error?: unknown) => (error ? next(error) : rest(request, response, next));
    const section = sections.get(sectionOf(request.path));
    if (section) section(request, response, others);
    else others();
  };
}

/** For logs and measures, which count by the declaration and not by the path that was asked for. */
function recordRoute(route: Route): RequestHandler {
  return (_request, response, next) => {
    response.locals['route'] = route.path;
    next();
  };
}

/** The errors of an operation must be those that the reference names, as its responses must have the shape of there. */
function declaredErrorsOnly(route: Route): ErrorRequestHandler {
  return (error, _request, _response, next) => next(undeclaredError(route, error) ?? error);
}

/** What an operation writes of money must be what it declares; the error names what is missing. */
function declaredValueOnly(route: Route): StatementWatch {
  if (route.act === 'money' || route.value) return () => undefined;
  return (sql, bindings) => {
    const tables = writtenValueTables(sql, bindings);
    if (tables.length === 0) return;
    const name = `${route.method.toUpperCase()} ${route.path}`;
    throw new Error(
      `${name} writes ${tables.join(', ')}: declare \`act: 'money'\`, or in \`value\` why it is no act with money`,
    );
  };
}

/** The first two segments of a path: `store/products`. */
function sectionOf(path: string): string {
  const second = path.indexOf('/', 1);
  const third = second < 0 ? -1 : path.indexOf('/', second + 1);
  const section = path.slice(1, third < 0 ? undefined : third);
  return second < 0 ? `${section}/` : section;
}

interface Mounted extends MountOptions {
  /** The routes that read, by path. */
  reads: ReadonlyMap<string, Route>;
}

function respondWith(route: Route, options: Mounted) {
  const read = requestReader(route);
  const tagged = typeof route.ifMatch === 'string' ? options.reads.get(route.ifMatch) : undefined;
  const preconditionOf = tagged && editPrecondition(route, tagged);
  return async (request: Request, response: Response): Promise<void> => {
    const { params, query, body } = await readWithMailServer(() => read(request), options.utf8Mail);
    readMinRevision(request);
    const principal = principalOf(response);
    // What somebody may see is theirs alone; public operations respond to everybody alike.
    if (principal && route.auth !== 'public') response.setHeader('Cache-Control', 'private, no-store');
    const ctx = { ...contextOf(principal, options.clock.now(), request), act: route.act };
    if (options.checkResponses) watchStatements(declaredValueOnly(route));
    if (route.idempotent) ctx.idempotency = idempotencyKey(route, request, ctx);
    const { services } = options;
    const precondition = preconditionOf?.({
      ctx: { ...ctx, idempotency: undefined },
      services,
      request,
      response,
    });
    if (precondition) ctx.precondition = precondition;
    const result = await route.handler({
      ctx,
      params,
      query,
      body,
      services,
      request,
      response,
    });
    if (precondition?.met === false)
      throw new Error(`${route.path} changed something without a unit of work that compares \`If-Match\``);
    writeContentRevision(response);
    if (result instanceof Redirect) redirect(route, response, result);
    else if ((route.kind ?? 'json') === 'json') sendEnvelope(route, response, result, options.checkResponses);
  };
}

/** Reads a request again once the mail server has been asked, where an address in it depends on what that offers. */
async function readWithMailServer<T>(read: () => T, utf8Mail: Utf8MailSource): Promise<T> {
  const asked = { takes: () => utf8Mail.known(), wanted: false };
  allowUtf8Mail(asked);
  try {
    return read();
  } catch (error) {
    if (!asked.wanted || utf8Mail.known() !== undefined || !(await utf8Mail.learn())) throw error;
    return read();
  }
}

function contextOf(principal: Principal | null, now: Date, { ip, headers }: Request): Context {
  return {
    actor: actorOf(principal),
    requestId: requestScope()?.requestId ?? 'none',
    now,
    userId: principal?.kind === 'session' ? principal.userId : undefined,
    sessionId: principal?.kind === 'session' ? principal.id : undefined,
    signedInAt: principal?.signedInAt ?? undefined,
    email: principal?.email ?? undefined,
    address: plainAddress(ip),
    userAgent: headers['user-agent'],
    acceptLanguage: headers['accept-language'],
    moneyActs: principal?.moneyActs,
    missingFactor: principal?.missingFactor,
    anonymous: principal?.anonymous,
    support: principal?.support,
    permissions: principal?.permissions ?? new Set(),
    vendorId: principal?.vendorId ?? undefined,
    vendorRole: principal?.vendorRole ?? undefined,
  };
}

function idempotencyKey(
  route: Route,
  request: Parameters<RequestHandler>[0],
  ctx: Context,
): IdempotencyKey | undefined {
  const key = request.get('idempotency-key');
  if (key === undefined) return undefined;
  if (!IDEMPOTENCY_KEY.test(key)) {
    const message = 'must be 1 to 255 printable ASCII characters';
    throw platformErrors.validation(
      {},
      { errors: [{ path: 'header.idempotency-key', message, code: 'invalid_format' }] },
    );
  }
  return {
    key,
    principal: `${ctx.actor.type}:${ctx.actor.id}:${ctx.vendorId ?? ''}`,
    operation: `${route.method} ${request.path}`,
    bodyHash: sha256(canonicalJson(request.body ?? null)),
  };
}

function redirect(route: Route, response: Response, { url }: Redirect): void {
  if (!route.mayRedirect) throw new Error(`${route.path} redirects and does not declare it`);
  response.redirect(302, url);
}

function sendEnvelope(route: Route, response: Response, result: unknown, check: boolean): void {
  const reply = result instanceof Reply ? result : new Reply(result);
  const { status = route.success ?? 200, metadata, headers = {} } = reply.options;
  const data = reply.data ?? null;
  if (check) {
    const shape = reply instanceof AlsoReply ? route.alsoResponse : route.response;
    if (shape) assertShape(route, shape, data instanceof JsonText ? JSON.parse(data.text) : data);
    if (route.metadata) assertShape(route, route.metadata, metadata);
  }
  const tag = responseTag(route, result);
  if (tag !== undefined) response.setHeader('ETag', tag);
  for (const [name, value] of Object.entries(headers)) {
    // Others may have said already what the response depends on.
    if (name === 'Vary') response.vary(value);
    else response.setHeader(name, value);
  }
  response.status(status);
  const rest = { message: 'Success', statusCode: status, ...(metadata === undefined ? {} : { metadata }) };
  if (data instanceof JsonText) {
    response.type('json').send(`{"data":${data.text},${JSON.stringify(rest).slice(1)}`);
  } else response.json({ data, ...rest });
}

/** The response must be what the reference says: nothing missing, nothing more. */
function assertShape(route: Route, schema: z.ZodType, value: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(value ?? null));
  const parsed = schema.safeParse(sent);
  const where = `${route.method.toUpperCase()} ${route.path}`;
  if (!parsed.success) throw new Error(`${where} returns what it does not declare: ${parsed.error.message}`);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data ?? null)), sent)) {
    throw new Error(`${where} returns keys that it does not declare: ${JSON.stringify(sent).slice(0, 500)}`);
  }
}
