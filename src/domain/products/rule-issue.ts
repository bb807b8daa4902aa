import type { IssueCode } from '#domain/_shared/issue-codes.js';

/** A broken rule of what was sent, its path relative to the thing that broke it. */
export interface RuleIssue {
  path: string;
  message: string;
  code: IssueCode;
}

export function ruleIssue(path: string, message: string, code: IssueCode = 'invalid_value'): RuleIssue {
  return { path, message, code };
}

/**
 * The same issues, seen from what holds the thing: `specialPrice` becomes `body.variants.0.specialPrice`. An empty prefix
 * is the thing itself.
 */
export function under(prefix: string, issues: readonly RuleIssue[]): RuleIssue[] {
  if (prefix === '') return [...issues];
  return issues.map((issue) => ({ ...issue, path: `${prefix}.${issue.path}` }));
}
