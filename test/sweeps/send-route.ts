import type { EntityName } from '#api/kernel/entities.js';
import { isEntityParam, type Route } from '#api/kernel/route.js';
import { naturalKeys } from '#api/kernel/values.js';
import { z } from 'zod';
import type { HttpResponse, HttpClient } from '../_support/http-client.js';
import { type IdOf, sampleBody } from './sample-body.js';

/** The first value that a parameter with a schema of its own takes. */
function sampleParam(schema: z.ZodType<string>): string {
  if (schema instanceof z.ZodEnum) return String(schema.options[0]);
  return String(z.globalRegistry.get(schema)?.['example'] ?? 'sample');
}

/**
 * The path with its parameters filled in; `keyOf` gives the id of each entity, or another column that names its row.
 * @param values of parameters, instead
 */
export function pathOf(
  route: Route,
  keyOf: (entity: EntityName, column: string, param: string) => string,
  values: Record<string, string> = {},
): string {
  return route.path.replace(/([:*])(\w+)/g, (_whole, mark: string, name: string) => {
    const param = route.params[name];
    if (param === undefined) throw new Error(`${route.path} does not declare ${name}`);
    const value = values[name];
    // `*name` takes the rest of the path, slashes and all.
    if (value !== undefined) return mark === '*' ? encodeURI(value) : encodeURIComponent(value);
    if (isEntityParam(param)) return keyOf(param, 'id', name);
    const key = naturalKeys.get(param);
    return encodeURIComponent(key ? keyOf(key.entity, key.column, name) : sampleParam(param));
  });
}

/** Calls a route with a body that passes validation. */
export async function sendRoute(
  http: HttpClient,
  route: Route,
  path: string,
  idOf?: IdOf,
): Promise<HttpResponse<unknown>> {
  const method = route.method;
  if (method === 'get') return http.get(path);
  if (route.bodyKind === 'multipart') {
    const form = new FormData();
    form.set('file', new Blob(['Handle,Title\n']), 'file.csv');
    const response = await http.raw(method.toUpperCase(), path, { body: form });
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  }
  return http[method](path, sampleBody(route, idOf));
}

/** The parameters of the path that name a row. */
export function rowParams(route: Route): string[] {
  return Object.entries(route.params).flatMap(([name, param]) =>
    isEntityParam(param) || naturalKeys.has(param) ? [name] : [],
  );
}

export function nameOf(route: Route): string {
  return `${route.method.toUpperCase()} ${route.path}`;
}

/** Whether a route names a row of somebody, so that others must not find it. */
export function hasEntity(route: Route): boolean {
  return Object.values(route.params).some(isEntityParam);
}
