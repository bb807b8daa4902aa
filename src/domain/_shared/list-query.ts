/** Operators of `filters[]=field:operator:value`. */
export const filterOperators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'like'] as const;
export type FilterOperator = (typeof filterOperators)[number];

export interface ListFilter {
  field: string;
  operator: FilterOperator;
  value: string | number | boolean | Date | (string | number)[];
}

/** What a client asked of a list, validated. */
export interface ListQuery {
  page: number;
  limit: number;
  offset: number;
  search?: string;
  filters: ListFilter[];
  includeDeleted: boolean;
  sort: { field: string; direction: 'asc' | 'desc' };
}

/** A page of rows with the number of all rows that match. */
export interface Page<T> {
  rows: T[];
  total: number;
  limit: number;
  offset: number;
}
