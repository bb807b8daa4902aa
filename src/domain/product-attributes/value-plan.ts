import { type Columns, integer, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import type { IssueCode } from '#domain/_shared/issue-codes.js';
import { type AttributeValue, foldValue, type WantedValue } from './product-attribute.js';

export const plannedAttributeValueColumns = {
  id: uuid,
  value: text,
  folded: text,
  sortOrder: integer,
} as const satisfies Columns;
export type PlannedAttributeValue = RowOf<typeof plannedAttributeValueColumns>;

/** What has to be written so that an attribute has exactly the values that are wanted. */
export interface ValuePlan {
  added: PlannedAttributeValue[];
  changed: PlannedAttributeValue[];
  removed: AttributeValue[];
  /** Broken rules, their paths relative to the body. */
  issues: { path: string; message: string; code: IssueCode }[];
}

/** Matches wanted values to stored ones by id, else by the value itself whatever its case. */
export function planValues(
  stored: readonly AttributeValue[],
  wanted: readonly WantedValue[],
  newId: () => string,
): ValuePlan {
  const plan: ValuePlan = { added: [], changed: [], removed: [], issues: [] };
  const byId = new Map(stored.map((value) => [value.id, value]));
  const named = new Set(wanted.flatMap(({ id }) => id ?? []));
  const byText = new Map(
    stored.filter(({ id }) => !named.has(id)).map((value) => [foldValue(value.value), value]),
  );
  const kept = new Set<string>();
  const texts = new Set<string>();
  for (const [index, { id, value, sortOrder = index }] of wanted.entries()) {
    const issue = (field: string, message: string, code: IssueCode) =>
      plan.issues.push({ path: `values.${index}.${field}`, message, code });
    const folded = foldValue(value);
    if (texts.has(folded)) issue('value', 'must be unique', 'not_unique');
    texts.add(folded);
    const known = id === undefined ? byText.get(folded) : byId.get(id);
    if (id !== undefined && !known) issue('id', 'is not a value of the attribute', 'unknown_reference');
    if (known && kept.has(known.id)) issue('id', 'must be unique', 'not_unique');
    const row = { id: known?.id ?? newId(), value, folded, sortOrder };
    kept.add(row.id);
    if (!known) plan.added.push(row);
    else if (known.value !== value || known.sortOrder !== sortOrder) plan.changed.push(row);
  }
  plan.removed = stored.filter(({ id }) => !kept.has(id));
  return plan;
}

/** Whether a plan writes anything. */
export function changesValues({ added, changed, removed }: ValuePlan): boolean {
  return added.length + changed.length + removed.length > 0;
}
