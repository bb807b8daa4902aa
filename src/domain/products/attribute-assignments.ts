import { type Columns, integer, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { type AttributeType, foldValue } from '#domain/product-attributes/product-attribute.js';
import { canonicalNumber } from './canonical-number.js';
import { type RuleIssue, ruleIssue } from './rule-issue.js';

/** What a client assigns: a value of the attribute by its id, or its own text. */
export interface WantedAssignment {
  attributeId: string;
  attributeValueId?: string | null;
  value?: string | null;
  sortOrder?: number;
}

/** What a product is assigned, as it is stored. */
export const assignmentColumns = {
  id: uuid,
  attributeId: uuid,
  /** Of select and multi_select, else null. */
  valueId: nullable(uuid),
  /** Of the other types, as it was sent; else null. */
  value: nullable(text),
  /** The same for equal values; null where `valueId` is set. */
  canonical: nullable(text),
  sortOrder: integer,
  /** What no other live product may have; null unless the attribute is unique. */
  uniqueValue: nullable(text),
} as const satisfies Columns;
export type Assignment = RowOf<typeof assignmentColumns>;

/** What has to be known of a live attribute before it is assigned. */
export interface AttributeDetails {
  id: string;
  title: string;
  type: AttributeType;
  isUnique: boolean;
  /** Its live values among those that are named. */
  valueIds: ReadonlySet<string>;
}

export interface AssignmentPlan {
  added: Assignment[];
  changed: Assignment[];
  removedIds: string[];
  /** Values that are new to the product and must be its alone, with their paths. */
  claimed: { attributeId: string; uniqueValue: string; path: string }[];
}

type Value = Pick<Assignment, 'valueId' | 'value' | 'canonical'>;

/** Reads one assignment by the type of its attribute; the issues are relative to it. */
export function readAssignment(
  { attributeValueId: valueId = null, value = null }: WantedAssignment,
  { type, valueIds }: AttributeDetails,
): Value | RuleIssue {
  if (type === 'select' || type === 'multi_select') {
    if (value !== null) return ruleIssue('value', `a ${type} takes attributeValueId, not a value`);
    if (valueId === null || !valueIds.has(valueId))
      return ruleIssue('attributeValueId', 'must be a value of the attribute');
    return { valueId, value: null, canonical: null };
  }
  if (valueId !== null) return ruleIssue('attributeValueId', `a ${type} takes a value`);
  const text = value?.trim() ?? '';
  if (text === '') return ruleIssue('value', 'must not be empty');
  if (type === 'boolean' && text !== 'true' && text !== 'false')
    return ruleIssue('value', 'must be true or false');
  if (type !== 'number') return { valueId: null, value: text, canonical: text };
  const canonical = canonicalNumber(text);
  return canonical === undefined
    ? ruleIssue('value', 'must be a number')
    : { valueId: null, value: text, canonical };
}

/** Which row an assignment is: a product has one of each attribute, of a multi_select one of each value. */
function keyOf(
  { attributeId, valueId }: { attributeId: string; valueId: string | null },
  type: AttributeType,
) {
  return type === 'multi_select' ? `${attributeId} ${valueId ?? ''}` : attributeId;
}

/**
 * Works out what has to be written so that a product is assigned exactly what is wanted. Rows that stay keep their ids.
 * @param stored the assignments of live attributes
 * @param details the live attributes that are named or assigned
 */
export function planAssignments(
  stored: readonly Assignment[],
  wanted: readonly WantedAssignment[],
  details: ReadonlyMap<string, AttributeDetails>,
  newId: () => string,
): { plan: AssignmentPlan; issues: RuleIssue[] } {
  const plan: AssignmentPlan = { added: [], changed: [], removedIds: [], claimed: [] };
  const issues: RuleIssue[] = [];
  const typeOf = (id: string) => details.get(id)?.type ?? 'text';
  const before = new Map(stored.map((row) => [keyOf(row, typeOf(row.attributeId)), row]));
  const seen = new Set<string>();
  for (const [index, item] of wanted.entries()) {
    const path = `attributeAssignments.${index}`;
    const attribute = details.get(item.attributeId);
    if (!attribute) {
      issues.push({ ...ruleIssue(`${path}.attributeId`, 'is not an attribute', 'unknown_reference') });
      continue;
    }
    const read = readAssignment(item, attribute);
    if ('path' in read) {
      issues.push({ ...read, path: `${path}.${read.path}` });
      continue;
    }
    const { attributeId, sortOrder = index } = item;
    const key = keyOf({ attributeId, ...read }, attribute.type);
    if (seen.has(key)) issues.push(ruleIssue(path, `assigns ${attribute.title} twice`));
    seen.add(key);
    const known = before.get(key);
    const uniqueValue = attribute.isUnique ? uniqueValueOf(read) : null;
    const row = { id: known?.id ?? newId(), attributeId, ...read, sortOrder, uniqueValue };
    if (!known) plan.added.push(row);
    else if (differs(row, known)) plan.changed.push(row);
    if (uniqueValue !== null && uniqueValue !== known?.uniqueValue)
      plan.claimed.push({
        attributeId,
        uniqueValue,
        path: `${path}.${read.valueId ? 'attributeValueId' : 'value'}`,
      });
  }
  plan.removedIds = [...before].filter(([key]) => !seen.has(key)).map(([, { id }]) => id);
  return { plan, issues };
}

/** What no two live products share: texts are the same whatever their case. */
export function uniqueValueOf({
  valueId,
  canonical,
}: Pick<Assignment, 'valueId' | 'canonical'>): string | null {
  return valueId ?? (canonical === null ? null : foldValue(canonical));
}

function differs(row: Assignment, stored: Assignment): boolean {
  return row.valueId !== stored.valueId || row.value !== stored.value || row.sortOrder !== stored.sortOrder;
}

/** Whether a plan writes anything. */
export function changesAssignments({ added, changed, removedIds }: AssignmentPlan): boolean {
  return added.length + changed.length + removedIds.length > 0;
}
