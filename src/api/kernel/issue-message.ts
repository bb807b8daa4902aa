import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** What an email address, a URL and the like are called where a text has to be one. */
const formats: Record<string, string> = {
  email: 'an email address, like name@example.com',
  url: 'a URL, like https://example.com',
  uuid: 'a UUID',
  datetime: 'an instant with its offset, like 2026-11-21T09:30:00Z',
  date: 'a date, like 2026-11-21',
  time: 'a time, like 09:30',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
};

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** The units of what has a length. */
const units: Record<string, readonly [singular: string, plural: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
};

/**
 * What is wrong with a value, unless its schema has a message; the name of the field and this text make a sentence
 * that a person who fills in a form understands ("`title` must not be empty").
 */
export function issueMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${types[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
      return atLeast(issue);
    case 'too_big':
      return atMost(issue);
    case 'invalid_format':
      return formatMessage(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `unknown key ${issue.keys.join(', ')}`;
    case 'invalid_key':
      return 'has a key that is not allowed';
    case 'invalid_element':
      return 'has an entry that is not allowed';
    case 'invalid_union':
      return ofUnion(issue.errors);
    default:
      return 'is not a valid value';
  }
}

/** A value that may be empty or have a form broke the rule of that form. */
function ofUnion(branches: z.core.$ZodIssue[][]): string {
  const issues = branches.flat();
  const rule = issues.find(
    ({ path, code }) => path.length === 0 && !['invalid_type', 'invalid_value'].includes(code),
  );
  return (
    rule?.message ??
    issues.find(({ code }) => code === 'invalid_value')?.message ??
    'has none of the allowed shapes'
  );
}

function oneOf(values: readonly unknown[]): string {
  const [first, ...others] = values.map(String);
  return others.length === 0 ? `must be ${first}` : `must be one of ${[first, ...others].join(', ')}`;
}

function atLeast({ origin, minimum, inclusive, exact }: Extract<Issue, { code: 'too_small' }>): string {
  const [singular, plural] = units[origin] ?? [];
  if (singular === undefined) return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`;
  if (minimum === 1 && exact !== true) return 'must not be empty';
  const amount = `${minimum} ${Number(minimum) === 1 ? singular : plural}`;
  return `must have ${exact ? 'exactly' : 'at least'} ${amount}`;
}

function atMost({ origin, maximum, inclusive, exact }: Extract<Issue, { code: 'too_big' }>): string {
  const [singular, plural] = units[origin] ?? [];
  if (singular === undefined) return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`;
  const amount = `${maximum} ${Number(maximum) === 1 ? singular : plural}`;
  return `must have ${exact ? 'exactly' : 'at most'} ${amount}`;
}

function formatMessage(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (issue.format === 'regex') return `must match the pattern ${String(issue.pattern)}`;
  if (issue.format === 'starts_with') return `must begin with ${String(issue['prefix'])}`;
  if (issue.format === 'ends_with') return `must end with ${String(issue['suffix'])}`;
  return `must be ${formats[issue.format] ?? `a valid ${issue.format}`}`;
}
