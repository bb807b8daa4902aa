import type { VariantFields } from './product.js';
import { type RuleIssue, ruleIssue } from './rule-issue.js';

/** The fields that rules hold against each other; a change is judged by the merged values. */
export type RuledVariantFields = Pick<
  VariantFields,
  | 'price'
  | 'specialPrice'
  | 'specialPriceStart'
  | 'specialPriceEnd'
  | 'minQuantityPerCart'
  | 'maxQuantityPerCart'
  | 'gstRate'
  | 'gstExempt'
>;

/** Which rules between the fields of a variant are broken. */
export function variantIssues(variant: RuledVariantFields): RuleIssue[] {
  const { price, specialPrice, specialPriceStart, specialPriceEnd } = variant;
  const { minQuantityPerCart: least, maxQuantityPerCart: most } = variant;
  const issues: RuleIssue[] = [];
  if (price !== null && specialPrice !== null && specialPrice >= price) {
    issues.push(ruleIssue('specialPrice', 'must be below the price'));
  }
  if (
    specialPriceStart !== null &&
    specialPriceEnd !== null &&
    Date.parse(specialPriceEnd) <= Date.parse(specialPriceStart)
  ) {
    issues.push(ruleIssue('specialPriceEnd', 'must be after the start'));
  }
  if (least !== null && most !== null && most < least) {
    issues.push(ruleIssue('maxQuantityPerCart', 'must not be below the minimum'));
  }
  issues.push(...gstIssues(variant));
  return issues;
}

/** An exempt supply has no rate (CGST Act 2017, section 2(47)); one at 0 percent is nil-rated. */
export function gstIssues({ gstRate, gstExempt }: Pick<VariantFields, 'gstRate' | 'gstExempt'>): RuleIssue[] {
  return gstExempt && gstRate !== null && gstRate > 0
    ? [ruleIssue('gstRate', 'must be null or 0 where `gstExempt` is true')]
    : [];
}
