import { readFileSync } from 'node:fs';
import type { FilterFieldType } from '#api/kernel/list-query.js';
import { parameterOf } from '#api/kernel/openapi-parameters.js';

interface Parameter {
  name: string;
  schema?: { enum?: string[]; 'x-filters'?: Record<string, FilterFieldType> };
}
interface Operation {
  parameters?: Parameter[];
}

/** A list of the reference with what it can be asked for. */
export interface ReferencedList {
  path: string;
  filters: Record<string, FilterFieldType>;
  sorts: string[];
}

export interface ListRequest {
  /** `filter status:eq:paid`, `sort placedAt:asc`, `search …`, `page` */
  what: string;
  query: Record<string, string>;
}

/** Every list whose query has `filters[]`, as the reference says. */
export function referencedLists(): ReferencedList[] {
  const reference = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    paths: Record<string, { get?: Operation }>;
    components: { parameters: Record<string, Parameter> };
  };
  return Object.entries(reference.paths).flatMap(([path, { get }]) => {
    const parameters = get?.parameters?.map((parameter) => parameterOf(parameter, reference.components));
    const named = (name: string) => parameters?.find((parameter) => parameter.name === name)?.schema;
    const filters = named('filters[]');
    if (!filters || path === '/admin/jobs') return [];
    return { path, filters: filters['x-filters'] ?? {}, sorts: named('sort')?.enum ?? [] };
  });
}

const ABSENT_ID = '01900000-0000-7000-8000-000000000000';
const ABSENT = 'zqxj-absent-7431';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** The conditions that a field can be asked for: of a row that exists, of none, and of many. */
function conditionsOf(field: string, type: FilterFieldType, row: Record<string, unknown>): string[] {
  const present = row[field];
  if (typeof type !== 'string')
    return [...type.map((value) => `eq:${value}`), `in:${type.slice(0, 2).join(',')}`, `ne:${type[0]}`];
  if (type === 'boolean') return ['eq:true', 'eq:false'];
  if (type === 'date')
    return [`gte:${daysAgo(2)}`, `lt:${daysAgo(300)}`, `gte:${daysAgo(-30)}`, `lt:1990-01-01`];
  if (type === 'number') return ['eq:987654321', 'gte:987654321', 'lt:1', 'gte:1'];
  if (type === 'id') return [`eq:${ABSENT_ID}`, ...(typeof present === 'string' ? [`eq:${present}`] : [])];
  const texts = [`eq:${ABSENT}`, `like:${ABSENT}`];
  if (typeof present !== 'string' || present.length < 5) return texts;
  return [
    ...texts,
    `eq:${present}`,
    `ne:${present}`,
    `like:${present.slice(1)}`,
    `like:${present.slice(-5)}`,
  ];
}

/** Every filter and sort of a list, and searches, with values of one of its rows. */
export function requestsOf(list: ReferencedList, row: Record<string, unknown>): ListRequest[] {
  const filters = Object.entries(list.filters).flatMap(([field, type]) =>
    conditionsOf(field, type, row).map((condition) => `${field}:${condition}`),
  );
  const searched = ['orderNumber', 'email', 'awb', 'name', 'title', 'serial', 'address', 'fileName']
    .map((field) => row[field])
    .filter((text): text is string => typeof text === 'string' && text.length > 4);
  const texts = [ABSENT, ...searched, ...searched.map((text) => text.slice(1))];
  return [
    { what: 'page', query: {} },
    ...filters.map((filter) => ({ what: `filter ${filter}`, query: { 'filters[]': filter } })),
    ...list.sorts.map((sort) => ({ what: `sort ${sort}`, query: { sort } })),
    ...texts.map((search) => ({ what: `search ${search}`, query: { search } })),
  ];
}
