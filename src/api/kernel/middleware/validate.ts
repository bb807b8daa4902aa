import type { Request } from 'express';
import { z } from 'zod';
import { type EntityName, entityTitle } from '#api/kernel/entities.js';
import { isEntityParam, type Route } from '#api/kernel/route.js';
import { filterFields } from '#api/kernel/list-form.js';
import { parsePart } from '#api/kernel/parse-part.js';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { isId } from '#lib/ids.js';

/**
 * Repeated keys of the query become arrays; `filters` is taken for `filters[]`, unless the route has a parameter of that
 * name. Without a prototype: any key may come.
 */
export function readQuery(request: Request, ownFilters = false): Record<string, string | string[]> {
  const search = request.originalUrl.indexOf('?');
  const query = Object.create(null) as Record<string, string | string[]>;
  if (search < 0) return query;
  for (const [name, value] of new URLSearchParams(request.originalUrl.slice(search + 1))) {
    const key = name === 'filters' && !ownFilters ? 'filters[]' : name;
    const before = query[key];
    query[key] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return query;
}

type ParamReader =
  | { name: string; entity: EntityName; schema?: undefined }
  | { name: string; entity?: undefined; schema: z.ZodType<Record<string, string>> };

/** Ids of the path: a malformed one cannot name a row, so it is 404 like an unknown one. */
function paramsReader(route: Route) {
  // Made once: making a schema takes much longer than using it.
  const readers = Object.entries(route.params).map(([name, spec]): ParamReader =>
    isEntityParam(spec) ? { name, entity: spec } : { name, schema: z.object({ [name]: spec }) },
  );
  return (request: Request): Record<string, string> => {
    const params: Record<string, string> = {};
    for (const { name, entity, schema } of readers) {
      const given = request.params[name] ?? '';
      // `*name` takes the rest of the path and comes in its parts.
      const value = Array.isArray(given) ? given.join('/') : given;
      if (entity) {
        if (!isId(value)) throw platformErrors.notFound({ entity: entityTitle(entity) });
        params[name] = value.toLowerCase();
      } else {
        const { data, errors } = parsePart('path', { [name]: value }, schema);
        if (errors) throw platformErrors.validation({}, { errors });
        params[name] = data[name] ?? '';
      }
    }
    return params;
  };
}

/** The schema of a body as the route treats unknown keys. */
export function bodySchema(route: Route): z.ZodType | undefined {
  return route.body instanceof z.ZodObject && route.unknownKeys === 'strict'
    ? route.body.strict()
    : route.body;
}

/** A key that names a field of `filters[]`: left out, the list would be whole where a part of it was asked for. */
function filterKeys(asked: Record<string, string | string[]>, fields: readonly string[]): FieldIssue[] {
  return fields
    .filter((name) => name in asked)
    .map((name) => {
      const value = asked[name];
      const wanted = `filters[]=${name}:eq:${Array.isArray(value) ? (value[0] ?? '') : (value ?? '')}`;
      return {
        path: `query.${name}`,
        message: `must be sent as ${wanted}`,
        code: 'unrecognized_keys' as const,
      };
    });
}

/**
 * Validates a request by its declaration.
 * @throws AppError NOT_FOUND for a malformed id, VALIDATION_ERROR naming every field of the query and body at once.
 */
export function requestReader(route: Route) {
  const body = bodySchema(route);
  const readPath = paramsReader(route);
  const ownFilters = route.query instanceof z.ZodObject && 'filters' in route.query.shape;
  // On storefront routes unknown keys are left out, as everywhere.
  const isScreen = route.auth === 'admin' || route.auth === 'vendor';
  const fields = isScreen && route.query ? (filterFields.get(route.query)?.names ?? []) : [];
  return (request: Request) => {
    const params = readPath(request);
    const errors: FieldIssue[] = [];
    let query: unknown;
    let parsedBody: unknown;
    if (route.query) {
      const asked = readQuery(request, ownFilters);
      // No route declares it: of a query it is left out like every key that a route does not know.
      delete asked['__proto__'];
      errors.push(...filterKeys(asked, fields));
      const parsed = parsePart('query', asked, route.query);
      query = parsed.data;
      errors.push(...(parsed.errors ?? []));
    }
    if (route.bodyKind === 'raw') parsedBody = request.body as unknown;
    else if (body && route.bodyKind !== 'multipart') {
      // Without a body the parser leaves undefined; a null that was sent is a value, and a wrong one.
      const parsed = parsePart('body', request.body === undefined ? {} : request.body, body);
      parsedBody = parsed.data;
      errors.push(...(parsed.errors ?? []));
    }
    if (errors.length > 0) throw platformErrors.validation({}, { errors });
    return { params, query, body: parsedBody };
  };
}
