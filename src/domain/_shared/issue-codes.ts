/**
 * Every `code` of an entry in `errors`, with what it says: a client that shows its own text goes by the code, one that
 * shows `message` needs none of them. Codes are added, never renamed.
 */
export const issueCodes = {
  required: 'a value is missing',
  invalid_type: 'the value has another JSON type',
  invalid_value: 'the value is not one of the allowed values, or breaks the rule that `message` states',
  invalid_format: 'the text does not have the form of an address, an id, an instant and the like',
  invalid_union: 'the value has none of the allowed shapes',
  invalid_key: 'a key of the object is not allowed',
  invalid_element: 'an element of the list is not allowed',
  invalid_template: 'the text is not a valid template',
  invalid_parent: 'the row cannot stand under this parent',
  too_small: 'the value is below its minimum, or the text or list too short',
  too_big: 'the value is above its maximum, or the text or list too long',
  too_many: 'more than there is',
  not_multiple_of: 'the number is not a multiple of its step',
  unrecognized_keys: 'the object has unknown keys',
  unknown_key: 'the setting does not exist',
  unknown_reference: 'the value names a row that does not exist, or belongs to another owner',
  not_found: 'the named row cannot be used here',
  not_unique: 'the value is given twice, or taken by another row',
  inconsistent: 'the value does not fit another field, or the state of the row',
  prefix_in_use: 'the prefix of serial numbers is taken by another kind of document',
  state_mismatch: 'the state of the GSTIN is not the state of the address',
  quantity_above_maximum: 'more pieces than the variant may be sold in',
  quantity_below_minimum: 'fewer pieces than the variant may be sold in',
  missing: 'a setting that the operation needs has no value',
  link_scheme: 'the link does not begin with a scheme that is allowed',
  link: 'the link of the mail stands where it cannot be replaced',
  too_deep: 'the value is nested too deep',
  empty: 'nothing is left of the text once what cannot be sent is removed',
  unreadable: 'the file, image or cursor cannot be read',
} as const;

export type IssueCode = keyof typeof issueCodes;

/** An issue for `context.addIssue` of a schema, with its code. @param path below the schema's own value */
export function issueOf(code: IssueCode, message: string, path: PropertyKey[] = []) {
  return { code: 'custom' as const, path, message, params: { code } };
}

/** The code of an issue that a schema found: rules written by hand without a code break a value's rule. */
export function codeOfIssue(issue: { code: SchemaCode } | CustomIssue): IssueCode {
  if (issue.code !== 'custom') return issue.code;
  const code: unknown = issue.params?.['code'];
  return typeof code === 'string' && code in issueCodes ? (code as IssueCode) : 'invalid_value';
}

type SchemaCode = Extract<
  IssueCode,
  | 'invalid_type'
  | 'invalid_value'
  | 'invalid_format'
  | 'invalid_union'
  | 'invalid_key'
  | 'invalid_element'
  | 'too_small'
  | 'too_big'
  | 'not_multiple_of'
  | 'unrecognized_keys'
>;

interface CustomIssue {
  code: 'custom';
  params?: Record<string, unknown> | undefined;
}
