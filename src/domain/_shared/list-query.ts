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
  /** An estimate of the total will do, where counting would take long. */
  estimate?: boolean;
}

/** A page of rows with the number of all rows that match. */
export interface Page<T> {
  rows: T[];
  total: number;
  limit: number;
  offset: number;
  /** Whether a row follows the last one; read off the total where a list does not look for it. */
  hasMore?: boolean;
  /** False where the total is an estimate. */
  totalExact?: boolean;
}
