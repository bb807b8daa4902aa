import { z } from 'zod';
import { type EntityName, entityTitleFields } from './entities.js';
import { type ListForm, listForms } from './list-form.js';
import { operationId } from './operation-id.js';
import { isEntityParam, type ParamSpec, type Route } from './route.js';
import { sinceOf } from './versions.js';
import { idOf, naturalKeys } from './values.js';

/**
 * What a client needs to know to make pages of an operation, as `x-` fields of the reference. docs/client.md says what each
 * means. All of it comes from the declaration: nothing is read out of a path.
 */
export function operationExtensions(route: Route, routes: readonly Route[]) {
  const { auth, permission, alsoPermission, vendorRole, idempotent, act } = route;
  return {
    'x-since': sinceOf(route),
    ...(route.deprecated && { 'x-sunset': route.deprecated.sunset }),
    'x-audience': auth,
    ...(permission && { 'x-permission': permission }),
    ...(alsoPermission && { 'x-also-permission': alsoPermission }),
    ...(auth === 'vendor' && { 'x-vendor-role': vendorRole ?? 'member' }),
    ...(idempotent && { 'x-idempotent': true }),
    ...(act && { 'x-act': act }),
    ...rowExtensions(route, routes),
  };
}

/** A path parameter; one that names a row says of which kind it is. */
export function entityParamSchema(spec: ParamSpec): z.ZodType<string> {
  if (isEntityParam(spec)) return idOf(spec);
  const key = naturalKeys.get(spec);
  return key ? spec.meta({ 'x-entity': key.entity }) : spec;
}

/** Whose row an operation returns, and of a list the operations on its rows: each says the same kind of row and audience. */
function rowExtensions(route: Route, routes: readonly Route[]) {
  const list = listForm(route);
  const entity = rowEntity(route);
  if (!list || !entity) return { ...(list && { 'x-list': list }), ...(entity && { 'x-entity': entity }) };
  const within = routes.filter((other) => other.auth === route.auth && other !== route);
  const onRow = within.filter((other) => isOnRow(other, route, entity));
  const returnsRow = (other: Route) => rowEntity(other) === entity && !listForm(other);
  const operations = {
    'x-create': within.find(
      (other) => other.success === 201 && returnsRow(other) && hasOnlyParamsOf(other, route),
    ),
    'x-read': nearest(onRow, route, (other) => other.method === 'get' && returnsRow(other)),
    'x-update': nearest(
      onRow,
      route,
      (other) => ['put', 'patch'].includes(other.method) && returnsRow(other),
    ),
    'x-delete': nearest(onRow, route, ({ method }) => method === 'delete'),
    'x-restore': nearest(onRow, route, ({ restores }) => restores === true),
  };
  const titleField = entityTitleFields[entity];
  const title = titleField !== undefined && titleField in rowShape(route) ? titleField : undefined;
  return {
    'x-list': list,
    'x-entity': entity,
    ...(title && { 'x-title': title }),
    ...Object.fromEntries(
      Object.entries(operations).flatMap(([name, other]) => (other ? [[name, operationId(other)]] : [])),
    ),
  };
}

/** Of several operations on one kind of row the one below the list's own path: two features may list the same rows. */
function nearest(routes: readonly Route[], list: Route, fits: (route: Route) => boolean): Route | undefined {
  const found = routes.filter(fits);
  return found.find(({ path }) => path.startsWith(`${list.path}/`)) ?? found[0];
}

/** The form of a list; a response that is an array without paging is a list as well. */
export function listForm(route: Route): ListForm | undefined {
  const form = route.query && listForms.get(route.query);
  if (form && route.metadata) return form;
  return route.method === 'get' && route.response instanceof z.ZodArray ? { paging: 'none' } : undefined;
}

/** The kind of row that a response, or each entry of it, is: said by the declaration, or by the type of its `id`. */
export function rowEntity({ rows, response }: Pick<Route, 'rows' | 'response'>): EntityName | undefined {
  if (rows) return rows;
  return rowShape({ response })['id']?.meta()?.['x-entity'] as EntityName | undefined;
}

/** The fields of the row that is returned, or of each that is listed. */
function rowShape({ response }: Pick<Route, 'response'>): Record<string, z.ZodType> {
  const row = response instanceof z.ZodArray ? response.element : response;
  return row instanceof z.ZodObject ? (row.shape as Record<string, z.ZodType>) : {};
}

/** The kind of row that a parameter names. */
function paramEntity(spec: ParamSpec): EntityName | undefined {
  return isEntityParam(spec) ? spec : naturalKeys.get(spec)?.entity;
}

/** Whether an operation is about one row of a list: its last parameter names it, those before are the list's own. */
function isOnRow(other: Route, list: Route, entity: EntityName): boolean {
  const params = Object.entries(other.params);
  const last = params.pop();
  return last !== undefined && paramEntity(last[1]) === entity && areParamsOf(params, list);
}

const hasOnlyParamsOf = (other: Route, list: Route) => areParamsOf(Object.entries(other.params), list);

function areParamsOf(params: [string, ParamSpec][], list: Route): boolean {
  return params.every(([name, spec]) => list.params[name] === spec);
}
