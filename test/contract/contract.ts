import { isDeepStrictEqual } from 'node:util';
import { createHttpClient, type HttpClient } from '../_support/http-client.js';
import { type ErrorBody, issuesProblem, reasonProblem } from './error-reference.js';
import { at, isKind, type Kind, type Shape } from './shapes.js';

/** One thing that the documents promise, and whether it holds. */
export interface Assertion {
  /** Document, part and subject, `000 4.2 report run`. */
  part: string;
  what: string;
  /** What was found instead; undefined when the promise holds. */
  found?: string;
}

/** A response as it came, with its JSON read where it is JSON. */
export interface Reply<T = unknown> {
  status: number;
  headers: Headers;
  body: ErrorBody & { data: T; metadata?: Record<string, unknown> };
}

/**
 * `[what, request, body?, status, detail…]`: the request is `METHOD /path`. A detail is an error code where it is not the
 * usual one of the status (`BAD_REQUEST`), `at:body.limit` for the field that it names, or a shape of the data.
 */
export type Line = readonly [what: string, request: string, ...rest: (object | number | string)[]];

const usualCodes: Record<number, string> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
};

export interface ErrorDetail {
  /** The usual one of the status when undefined. */
  code?: string;
  /** Path of an issue. */
  field?: string;
}

/** What tables write their assertions with. */
export interface Contract {
  /** The document, part and subject of what follows. */
  part(label: string): void;
  /** A client without a session. */
  http: HttpClient;
  is(what: string, actual: unknown, wanted: unknown): void;
  holds(what: string, condition: boolean, found?: unknown): void;
  /** One assertion for each path of the value: a kind, or the value itself. */
  has(what: string, value: unknown, fields: Record<string, unknown>): void;
  /** One assertion for each field. */
  shape(what: string, value: unknown, shape: Shape): void;
  /** One assertion: the values stand in this order. */
  ordered(what: string, values: readonly unknown[], direction?: 'ascending' | 'descending'): void;
  /** Sends a request as it is. */
  send<T = unknown>(client: HttpClient, request: string, body?: object): Promise<Reply<T>>;
  /** A success in its envelope; returns its data. @throws Error when it is another status: what follows needs the data. */
  ok<T = { id: string }>(
    client: HttpClient,
    request: string,
    body?: object,
    status?: number,
    what?: string,
  ): Promise<T>;
  /** A list with its offset metadata; returns its rows. */
  page<T = { id: string }>(
    client: HttpClient,
    request: string,
    wanted?: { limit?: number; offset?: number },
  ): Promise<T[]>;
  /** An error in its envelope, with a reason of `docs/errors.md`. */
  refused(
    client: HttpClient,
    what: string,
    request: string,
    body: object | undefined,
    status: number,
    detail?: ErrorDetail,
  ): Promise<Reply>;
  lines(client: HttpClient, rows: readonly Line[]): Promise<void>;
  /** Bodies with one field changed: each accepted value is a success, each other one a 400 that names the field. */
  bounds(
    client: HttpClient,
    request: string,
    body: object,
    rows: readonly (readonly [field: string, accepted: readonly unknown[], rejected: readonly unknown[]])[],
    status?: number,
  ): Promise<void>;
  assertions: readonly Assertion[];
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 400);

function split(request: string): [method: string, path: string] {
  const [method = '', path = ''] = request.split(' ');
  return [method, path];
}

/** @param url where the platform is reached */
export function createContract(url: string): Contract {
  const assertions: Assertion[] = [];
  let part = '';
  const http = createHttpClient(url);

  function record(what: string, held: boolean, found: () => string): void {
    assertions.push({ part, what, ...(held ? {} : { found: found() }) });
  }
  const is: Contract['is'] = (what, actual, wanted) =>
    record(what, isDeepStrictEqual(actual, wanted), () => `${shown(actual)} instead of ${shown(wanted)}`);
  const holds: Contract['holds'] = (what, condition, found) => record(what, condition, () => shown(found));

  function fits(what: string, value: unknown, wanted: Kind): void {
    record(what, wanted.fits(value), () => `${shown(value)} is not ${wanted.name}`);
  }
  function shape(what: string, value: unknown, wanted: Shape): void {
    for (const [field, inner] of Object.entries(wanted)) {
      const found = at(value, field);
      if (isKind(inner)) fits(`${what}: ${field}`, found, inner);
      else shape(`${what}: ${field}`, found, inner);
    }
  }
  const has: Contract['has'] = (what, value, fields) => {
    for (const [path, wanted] of Object.entries(fields)) {
      const found = at(value, path);
      if (typeof wanted === 'object' && wanted !== null && isKind(wanted as Kind))
        fits(`${what}: ${path}`, found, wanted as Kind);
      else is(`${what}: ${path}`, found, wanted);
    }
  };
  const ordered: Contract['ordered'] = (what, values, direction = 'ascending') => {
    const sign = direction === 'ascending' ? 1 : -1;
    const compared = (value: unknown, other: unknown) =>
      sign * (value === other ? 0 : (value as string) < (other as string) ? -1 : 1);
    const sorted = [...values].sort(compared);
    record(
      what,
      values.length > 1 && isDeepStrictEqual(values, sorted),
      () => `${shown(values)} is not ${direction}, or too short to tell`,
    );
  };

  async function send<T>(client: HttpClient, request: string, body?: object): Promise<Reply<T>> {
    const [method, path] = split(request);
    const call = client[method.toLowerCase() as 'post'];
    const response = await (method === 'GET' ? client.get<T>(path) : call<T>(path, body));
    return response as unknown as Reply<T>;
  }

  function success(request: string, what: string, reply: Reply, status: number): void {
    is(`${request} ${what}: status`, reply.status, status);
    const { message, statusCode, data } = reply.body;
    is(`${request} ${what}: envelope`, [message, statusCode], ['Success', status]);
    holds(`${request} ${what}: has data and no error`, data !== undefined && !('errorCode' in reply.body));
  }

  const ok: Contract['ok'] = async <T>(
    client: HttpClient,
    request: string,
    body?: object,
    status = 200,
    what = '',
  ) => {
    const reply = await send<T>(client, request, body);
    success(request, what, reply, status);
    if (reply.status !== status)
      throw new Error(`${part}: ${request} responded with ${reply.status}: ${shown(reply.body)}`);
    return reply.body.data;
  };

  const page: Contract['page'] = async <T>(
    client: HttpClient,
    request: string,
    { limit, offset = 0 }: { limit?: number; offset?: number } = {},
  ) => {
    const reply = await send<T[]>(client, request);
    success(request, 'page', reply, 200);
    const { metadata, data } = reply.body;
    if (!Array.isArray(data)) throw new Error(`${request} has no list: ${shown(reply.body)}`);
    is(`${request}: keys of the metadata`, Object.keys(metadata ?? {}).sort(), [
      'hasMore',
      'limit',
      'offset',
      'total',
    ]);
    if (limit !== undefined) is(`${request}: limit`, metadata?.['limit'], limit);
    is(`${request}: offset`, metadata?.['offset'], offset);
    const total = Number(metadata?.['total']);
    is(`${request}: hasMore`, metadata?.['hasMore'], offset + data.length < total);
    return data;
  };

  const refused: Contract['refused'] = async (client, what, request, body, status, detail = {}) => {
    const reply = await send(client, request, body);
    const label = `${request}, ${what}`;
    const wanted = detail.code ?? usualCodes[status];
    is(`${label}: status and code`, [reply.status, reply.body.errorCode], [status, wanted]);
    const { data, message, statusCode } = reply.body;
    holds(
      `${label}: error envelope`,
      data === null && typeof message === 'string' && message !== '' && statusCode === reply.status,
      reply.body,
    );
    is(`${label}: reason by the reference`, reasonProblem(reply.body), undefined);
    is(`${label}: issues`, issuesProblem(reply.body), undefined);
    const { field } = detail;
    if (field !== undefined) {
      const paths = (reply.body.errors ?? reply.body.fields ?? []).map(({ path }) => path);
      holds(
        `${label}: names ${field}`,
        paths.some((path) => path === field || path.startsWith(`${field}.`)),
        paths,
      );
    }
    return reply;
  };

  const lines: Contract['lines'] = async (client, rows) => {
    for (const [what, request, ...rest] of rows) {
      const body = typeof rest[0] === 'object' ? (rest.shift() as object) : undefined;
      const status = rest.shift() as number;
      if (status < 400) {
        const data = await ok<unknown>(client, request, body, status, what);
        for (const wanted of rest) shape(`${request} ${what}`, data, wanted as Shape);
        continue;
      }
      const words = rest as string[];
      const after = (prefix: string) => words.find((word) => word.startsWith(prefix))?.slice(prefix.length);
      const code = words.find((word) => !word.includes(':'));
      await refused(client, what, request, body, status, { code, field: after('at:') });
    }
  };

  const bounds: Contract['bounds'] = async (client, request, body, rows, status = 200) => {
    for (const [field, accepted, rejected] of rows) {
      for (const value of accepted) {
        const reply = await send(client, request, { ...body, [field]: value });
        is(`${request}: takes ${field} ${shown(value).slice(0, 60)}`, [reply.status], [status]);
      }
      for (const value of rejected)
        await refused(
          client,
          `${field} ${shown(value).slice(0, 60)}`,
          request,
          { ...body, [field]: value },
          400,
          { field: `body.${field}` },
        );
    }
  };

  return {
    part: (label) => void (part = label),
    http,
    is,
    holds,
    has,
    shape,
    ordered,
    send,
    ok,
    page,
    refused,
    lines,
    bounds,
    assertions,
  };
}

/** The lines that do not hold. */
export function broken(assertions: readonly Assertion[]): string[] {
  return assertions.flatMap(({ part, what, found }) =>
    found === undefined ? [] : [`${part} · ${what}: ${found}`],
  );
}
