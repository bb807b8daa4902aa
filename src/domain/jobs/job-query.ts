import type { ListFilter } from '#domain/_shared/list-query.js';
import { jobStatuses, type JobStatus } from './job.js';

/** Fields that jobs can be looked for by, with the names that the engine's lists have for them. */
export const jobFields: Readonly<Record<string, string>> = {
  status: 'ExecutionStatus',
  outcome: 'Outcome',
  type: 'WorkflowType',
  workflowId: 'WorkflowId',
  orderId: 'OrderId',
  orderNumber: 'OrderNumber',
  vendorId: 'VendorId',
  productId: 'ProductId',
  customerId: 'CustomerId',
  startedAt: 'StartTime',
  closedAt: 'CloseTime',
};

const comparisons: Partial<Record<ListFilter['operator'], string>> = {
  eq: '=',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** Quotes a text for the engine's query language, so that nothing in it can end the quotation. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Characters that its query language has no way to write: what is quoted with them is never found. */
const UNWRITABLE = /[\\"]/;

function literal(field: string, value: string | number | boolean | Date): string {
  if (value instanceof Date) return quoted(value.toISOString());
  return quoted(field === 'status' ? jobStatuses[value as JobStatus] : String(value));
}

/** What the engine's lists cannot do with a filter; undefined when they can. */
export function jobFilterProblem({ field, operator, value }: ListFilter): string | undefined {
  const isDate = field === 'startedAt' || field === 'closedAt';
  const ordered = operator.startsWith('g') || operator.startsWith('l');
  if (operator === 'like' && (field === 'status' || field === 'outcome'))
    return `"like" is for text, and ${field} is not`;
  if (ordered && operator !== 'like' && !isDate)
    return `"${operator}" takes a date field, which ${field} is not`;
  if (UNWRITABLE.test(String(value))) return 'the workflow engine cannot look for \\ or "';
  if (operator === 'in' && isDate) return `"in" does not take dates: give a range`;
  if (operator === 'in' && (value as unknown[]).length > 50) return '"in" takes 50 values at most';
  return undefined;
}

/** The filters in the engine's query language; `like` compares beginnings, which is all that its lists can do. */
export function jobQuery(filters: readonly ListFilter[]): string {
  return filters
    .map(({ field, operator, value }) => {
      const name = jobFields[field] ?? field;
      if (operator === 'in') {
        const values = (value as (string | number)[]).map((item) => literal(field, item));
        return `${name} IN (${values.join(', ')})`;
      }
      const text = literal(field, value as string);
      return operator === 'like'
        ? `${name} STARTS_WITH ${text}`
        : `${name} ${comparisons[operator] ?? '='} ${text}`;
    })
    .join(' AND ');
}
