import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { Route } from './route.js';

const message = z.literal('Success').meta({ id: 'SuccessMessage' });
const statuses = new Map<number, z.ZodType>();
const responses = new Map<string, ZodOpenApiResponseObject>();

function statusSchema(status: number): z.ZodType {
  const schema = statuses.get(status) ?? z.literal(status).meta({ id: `Status${status}` });
  statuses.set(status, schema);
  return schema;
}

/** What an operation returns with this status. Operations that return the same named shape share one response. */
export function successResponse(route: Route, status: number): ZodOpenApiResponseObject {
  const name = responseName(route, status);
  const known = name === undefined ? undefined : responses.get(name);
  if (known) return known;
  const response = { id: name, description: 'Success', content: successContent(route, status) };
  if (name !== undefined) responses.set(name, response);
  return response;
}

/** `200-Banner`, `200-Banner-list`; undefined for a response that is one operation's own. */
function responseName(route: Route, status: number): string | undefined {
  if ((route.kind ?? 'json') !== 'json' || route.example !== undefined) return undefined;
  const list = route.response instanceof z.ZodArray;
  const row = list ? (route.response as z.ZodArray).element : route.response;
  const id = (row as z.ZodType | undefined)?.meta()?.id;
  const paging = route.metadata?.meta()?.id;
  if (row === undefined) return `${status}-empty`;
  if (id === undefined || (route.metadata && !paging)) return undefined;
  return [status, id, ...(list ? ['list'] : []), ...(paging ? [paging] : [])].join('-');
}

function successContent(route: Route, status: number) {
  if (route.kind && route.kind !== 'json') {
    const type =
      route.contentType ?? (route.kind === 'stream' ? 'text/event-stream' : 'application/octet-stream');
    const json = type === 'application/json' && route.response;
    if (route.kind === 'redirect') return undefined;
    return {
      [type]: { schema: json || route.frame || z.string() },
      ...(route.alsoContentType && { [route.alsoContentType]: { schema: z.looseObject({}) } }),
    };
  }
  const envelope = z.object({
    data: route.response ?? z.null(),
    message,
    statusCode: statusSchema(status),
    ...(route.metadata ? { metadata: route.metadata } : {}),
  });
  const example =
    route.example === undefined
      ? {}
      : { examples: { example: { value: { data: route.example, message: 'Success', statusCode: status } } } };
  return { 'application/json': { schema: envelope, ...example } };
}
