import type { IssueCode } from '#domain/_shared/issue-codes.js';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';

/**
 * Checks the ids of a new order against the rows that there are.
 * @param at what the body calls the list and the id, `variants` and `variantId`, and what the rows are of, `the product`
 * @throws AppError NOT_FOUND for an id that is not of the owner, VALIDATION_ERROR for one that is sent twice
 */
export function checkPlaces(
  rows: readonly { id: string }[],
  ids: readonly string[],
  at: { entity: string; list: string; id: string; owner: string },
): void {
  const known = new Set(rows.map(({ id }) => id));
  const issues = (message: string, code: IssueCode, broken: (id: string, index: number) => boolean) =>
    ids.flatMap((id, index): FieldIssue[] =>
      broken(id, index) ? [{ path: `body.${at.list}.${index}.${at.id}`, message, code }] : [],
    );
  const missing = issues(`is not of ${at.owner}`, 'unknown_reference', (id) => !known.has(id));
  if (missing.length > 0) throw platformErrors.notFound({ entity: at.entity }, { errors: missing });
  const twice = issues('must be unique', 'not_unique', (id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw platformErrors.validation({}, { errors: twice });
}
