import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { IssueCode } from '#domain/_shared/issue-codes.js';

export const ruleFields = [
  'orders',
  'spent',
  'last_order',
  'signed_up',
  'country',
  'state',
  'city',
  'postal_code',
  'category',
] as const;
export type RuleField = (typeof ruleFields)[number];

export const ruleOperators = ['at_least', 'at_most', 'within', 'before', 'is', 'is_not'] as const;
export type RuleOperator = (typeof ruleOperators)[number];

/**
 * One condition on a customer. Orders count from their confirmation until they are cancelled; what was refunded is not
 * spent; the place is that of the latest of these orders.
 */
export interface GroupRule {
  field: RuleField;
  op: RuleOperator;
  /** Of a number: orders, subunits, days. */
  value?: number;
  /** Of a place or a category: any of them. */
  values?: string[];
}

export const MAX_RULES = 10;
export const MAX_RULE_VALUES = 100;
export const MAX_RULE_TEXT = 100;
/** A hundred years. */
const MAX_DAYS = 36_500;

const numbers = ['at_least', 'at_most'] as const;
const days = ['within', 'before'] as const;
const sets = ['is', 'is_not'] as const;

/** The operators of each field. */
export const operatorsOf: Record<RuleField, readonly RuleOperator[]> = {
  orders: numbers,
  spent: numbers,
  last_order: days,
  signed_up: days,
  country: sets,
  state: sets,
  city: sets,
  postal_code: sets,
  category: sets,
};

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Which texts a field takes; the message says what would be right. */
const textsOf: Partial<Record<RuleField, { fits: (text: string) => boolean; message: string }>> = {
  country: { fits: (text) => /^[A-Z]{2}$/.test(text), message: 'must be country codes like IN' },
  state: { fits: (text) => text !== '', message: 'must be state codes like 29' },
  city: { fits: (text) => text !== '', message: 'must be names of cities' },
  postal_code: {
    fits: (text) => /^[A-Za-z0-9 -]{1,12}$/.test(text),
    message: 'must be postal codes, or how they begin',
  },
  category: { fits: (text) => ID.test(text), message: 'must be ids of categories' },
};

/** What is wrong with the rules of a group, with the path of each field in the body. */
export function ruleIssues(rules: readonly GroupRule[]): FieldIssue[] {
  return rules.flatMap((rule, index) => issuesOf(rule, `body.rules.${index}`));
}

function issuesOf({ field, op, value, values }: GroupRule, path: string): FieldIssue[] {
  const issue = (name: string, message: string, code: IssueCode): FieldIssue[] => [
    { path: `${path}.${name}`, message, code },
  ];
  const allowed = operatorsOf[field];
  if (!allowed.includes(op))
    return issue('op', `must be ${allowed.join(' or ')} for ${field}`, 'inconsistent');
  const texts = textsOf[field];
  if (!texts) {
    if (values !== undefined) return issue('values', `is an unknown field of ${field}`, 'inconsistent');
    if (value === undefined) return issue('value', `is needed by ${field}`, 'required');
    return days.includes(op as (typeof days)[number]) && value > MAX_DAYS
      ? issue('value', `must be at most ${MAX_DAYS} days`, 'too_big')
      : [];
  }
  if (value !== undefined) return issue('value', `is an unknown field of ${field}`, 'inconsistent');
  if (!values || values.length === 0) return issue('values', `is needed by ${field}`, 'required');
  return values.every(texts.fits) ? [] : issue('values', texts.message, 'invalid_format');
}
