import { useSearchParams } from 'react-router';
import type { OperationEntry } from '../lib/declarations.js';

/** Parameters of the page that the operation does not have. */
export const notQueried: ReadonlySet<string> = new Set(['columns', 'page', 'limit', 'tab', 'show']);

/** The query of a list lives in the address, so that going back, and a link, keep it. */
export function useListQuery(
  operation: OperationEntry,
  fixed: Readonly<Record<string, string | string[]>> = {},
) {
  const [params, setParams] = useSearchParams();
  const list = operation.list ?? { paging: 'none' };
  const limit = Number(params.get('limit') ?? 25);
  const page = Number(params.get('page') ?? 1);
  const query: Record<string, unknown> = {};
  for (const [name, value] of params) {
    if (notQueried.has(name)) continue;
    if (name === 'filters[]') query[name] = [...((query[name] as string[] | undefined) ?? []), value];
    else query[name] = value;
  }
  for (const [name, value] of Object.entries(fixed))
    query[name] =
      name === 'filters[]' ? [...[value].flat(), ...((query[name] as string[] | undefined) ?? [])] : value;
  if (list.paging !== 'none') query['limit'] = limit;
  if (list.paging === 'page') query['page'] = page;
  if (list.paging === 'offset') query['offset'] = (page - 1) * limit;

  /** Changes parameters; null removes one. Anything but the page itself begins at the first page again. */
  function change(values: Record<string, string | string[] | null>, replace = false): void {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (!('page' in values)) for (const name of ['page', 'cursor']) next.delete(name);
        for (const [name, value] of Object.entries(values)) {
          next.delete(name);
          for (const item of value === null ? [] : [value].flat()) if (item !== '') next.append(name, item);
        }
        return next;
      },
      { replace },
    );
  }
  return { params, query, page, limit, change };
}

/** `field` and `direction` of the order that a list has now. */
export function sortOf(
  operation: OperationEntry,
  query: Record<string, unknown>,
): { field: string; direction: string } {
  const { sort, default: fallback = '' } = operation.list ?? {};
  const [field = '', direction = 'desc'] = fallback.split(':');
  if (!sort) return { field: '', direction: '' };
  if (sort.length === 2)
    return { field: String(query[sort[0]] ?? field), direction: String(query[sort[1]] ?? direction) };
  const [own = field, way = direction] = String(query[sort[0]] ?? fallback).split(':');
  return { field: own, direction: way };
}
