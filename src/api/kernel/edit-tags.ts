import type { Request, Response } from 'express';
import type { Precondition } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { sha256 } from '#lib/crypto.js';
import { entityTitle } from './entities.js';
import { entityTag } from './entity-tag.js';
import { JsonText, Reply } from './reply.js';
import { type EditTag, isEntityParam, type Route, type RouteRequest } from './route.js';
import { requestReader } from './middleware/validate.js';

const editing = new Set(['put', 'patch']);
const objectKeys = (schema: unknown): string[] =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

/** The fields that an edit takes and its read returns; null where none is both. */
function fieldsEdited({ body }: Route, { response }: Route): readonly string[] | null {
  const returned = new Set(objectKeys(response));
  const fields = objectKeys(body).filter((name) => returned.has(name));
  return fields.length > 0 ? fields : null;
}

/**
 * The routes with their tags: a PUT or PATCH honours `If-Match` where its path is also read, unless it says otherwise, and the read
 * returns the tag; so does the edit, where it returns the same shape.
 */
export function withEditTags(routes: readonly Route[]): Route[] {
  const reads = new Map(routes.filter(({ method }) => method === 'get').map((route) => [route.path, route]));
  const tags = new Map<Route, EditTag>();
  const edits = new Map<Route, Partial<Route>>();
  for (const route of routes) {
    if (!editing.has(route.method) || route.ifMatch === true || route.ifMatch === false) continue;
    const path = route.ifMatch ?? route.path;
    const read = reads.get(path);
    if (typeof route.ifMatch === 'string' && !read)
      throw new Error(`${route.path} compares its tag with ${path}, which nothing reads`);
    const isSame = read?.path === route.path;
    if (!read) continue;
    const fields = isSame ? fieldsEdited(route, read) : null;
    if (isSame || !tags.has(read)) tags.set(read, { fields });
    const returnsTheSame = isSame && read.response === route.response;
    edits.set(route, { ifMatch: path, ...(returnsTheSame && { editTag: { fields } }) });
  }
  return routes.map((route) => {
    const tag = tags.get(route);
    return { ...route, ...edits.get(route), ...(tag && { editTag: tag }) };
  });
}

const digest = (value: unknown) => sha256(JSON.stringify(value ?? null)).slice(0, 16);

function tagOf({ fields }: EditTag, sent: unknown): string {
  const row = sent as Record<string, unknown> | null;
  const edited = fields && row ? fields.map((name) => row[name]) : row;
  return `"${digest(edited)}.${digest(row)}"`;
}

/** The `ETag` of a response, as its handler has set it or as it is made of what is returned; undefined without either. */
export function responseTag(route: Route, result: unknown): string | undefined {
  const { data, options } = result instanceof Reply ? result : new Reply(result);
  const own = options.headers?.['etag'] ?? options.headers?.['ETag'];
  if (own !== undefined || !route.editTag) return own;
  // As it is sent: a date is its text by then.
  const sent: unknown = JSON.parse(data instanceof JsonText ? data.text : JSON.stringify(data ?? null));
  return tagOf(route.editTag, sent);
}

/** Whether a tag that the client was given is current; `part` where only the edited fields count. */
function isCurrent(given: string, current: string, part: boolean): boolean {
  return (
    given === current || (part && given.split('.')[0] === current.split('.')[0] && current.includes('.'))
  );
}

/** What is edited, in words of a message. */
function whatIsEdited(route: Route): string {
  const entity = Object.values(route.params).findLast(isEntityParam);
  return `The ${entity ? entityTitle(entity).toLowerCase() : 'entry'}`;
}

/**
 * Makes of `If-Match` what the first unit of work of the request compares before it does anything: what is read there by then, on the
 * connection of its transaction.
 * @param read that of `route.ifMatch`
 */
export function editPrecondition(route: Route, read: Route) {
  const readRequest = requestReader({ ...read, body: undefined });
  const isSame = read.path === route.path;
  return (
    given: Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'services'> & {
      request: Request;
      response: Response;
    },
  ): Precondition | undefined => {
    const header = given.request.get('if-match');
    if (header === undefined || header.trim() === '*') return undefined;
    const { params, query } = readRequest(given.request);
    return {
      met: false,
      async check() {
        const result = await read.handler({ ...given, params, query, body: undefined });
        const current = responseTag(read, result) ?? entityTag(result);
        if (!header.split(',').some((tag) => isCurrent(tag.trim(), current, isSame)))
          throw platformErrors.preconditionFailed({ entity: whatIsEdited(route) });
      },
    };
  };
}
