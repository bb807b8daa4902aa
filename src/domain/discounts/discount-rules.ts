import type { IssueCode } from '#domain/_shared/issue-codes.js';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { DiscountTerms } from './discount.js';
import { offerIssues } from './offer-rules.js';

/**
 * Checks the rules that span several fields of a discount, on create and on the merged result of a change.
 * @returns one issue for each broken rule, with the path of the field to correct
 */
export function discountIssues(terms: DiscountTerms): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const refuse = (field: string, message: string, code: IssueCode) =>
    issues.push({ path: `body.${field}`, message, code });

  const { discountType, value, minOrderAmount, maxOrderAmount, startsAt, endsAt } = terms;
  if (discountType === 'PERCENTAGE' && value > 100)
    refuse('value', `must be at most 100 for a PERCENTAGE discount (got ${value})`, 'too_big');
  if (discountType !== 'PERCENTAGE' && terms.maxDiscountAmount !== null)
    refuse('maxDiscountAmount', 'must be null unless discountType is PERCENTAGE', 'inconsistent');
  if (terms.excludeSaleItemsOverPercent !== null && !terms.excludeSaleItems)
    refuse('excludeSaleItemsOverPercent', 'needs excludeSaleItems to be true', 'inconsistent');
  if (minOrderAmount !== null && maxOrderAmount !== null && minOrderAmount > maxOrderAmount)
    refuse('minOrderAmount', 'must not exceed maxOrderAmount', 'inconsistent');
  if (startsAt && endsAt && startsAt >= endsAt) refuse('startsAt', 'must be before endsAt', 'inconsistent');
  if (terms.purchaseHistoryMode === 'MIN_ORDERS' && terms.minOrderCount === null)
    refuse('minOrderCount', 'must be at least 1 when purchaseHistoryMode is MIN_ORDERS', 'required');
  if (terms.customerScope !== 'ALL' && terms.customerUserIds.length === 0)
    refuse('customerUserIds', `must not be empty when customerScope is ${terms.customerScope}`, 'required');
  if (terms.offer) issues.push(...offerIssues(terms, terms.offer));
  return issues;
}
