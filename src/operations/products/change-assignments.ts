import {
  findTakenValues,
  holdAttributes,
  readAssignmentState,
} from '#db/products/product-assignments.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  type AssignmentPlan,
  planAssignments,
  type WantedAssignment,
} from '#domain/products/attribute-assignments.js';
import { type RuleIssue, ruleIssue, under } from '#domain/products/rule-issue.js';
import { newId } from '#lib/ids.js';

export interface AssignmentsInput {
  attributeGroupId?: string | null;
  attributeAssignments?: readonly WantedAssignment[];
}

/**
 * Plans what a product is assigned after a change; undefined when neither field is sent. The caller holds the product.
 * @param product its id, and the group that it has
 * @param path where the fields stand in the request
 * @throws AppError VALIDATION_ERROR for every broken rule, UNIQUE_VIOLATION for values of other products
 */
export async function planProductAssignments(
  tx: Tx,
  product: { id: string; attributeGroupId: string | null },
  { attributeGroupId, attributeAssignments }: AssignmentsInput,
  path: string,
): Promise<AssignmentPlan | undefined> {
  if (attributeGroupId === undefined && attributeAssignments === undefined) return undefined;
  const groupId = attributeGroupId === undefined ? product.attributeGroupId : attributeGroupId;
  const ids = (attributeAssignments ?? []).map(({ attributeId }) => attributeId);
  await holdAttributes(tx, ids);
  const valueIds = (attributeAssignments ?? []).flatMap(({ attributeValueId }) => attributeValueId ?? []);
  const state = await readAssignmentState(tx, { productId: product.id, groupId, ids, valueIds });
  const { plan, issues } = attributeAssignments
    ? planAssignments(state.stored, attributeAssignments, state.attributes, newId)
    : { plan: { added: [], changed: [], removedIds: [], claimed: [] }, issues: [] };

  const named = new Set(attributeAssignments ? ids : state.stored.map(({ attributeId }) => attributeId));
  issues.push(...groupIssues(state.group, named, { sent: attributeGroupId }));
  if (issues.length > 0) throw platformErrors.validation({}, { errors: under(path, issues) });
  const taken = await findTakenValues(tx, product.id, plan.claimed);
  if (taken.length > 0) {
    const errors = taken.map((item) => ruleIssue(item.path, 'is the value of another product'));
    throw platformErrors.uniqueViolation({ what: 'The value' }, { errors: under(path, errors) });
  }
  return plan;
}

function groupIssues(
  group: { required: { id: string; title: string }[] } | undefined,
  assigned: ReadonlySet<string>,
  { sent }: { sent: string | null | undefined },
): RuleIssue[] {
  if (!group)
    return sent ? [ruleIssue('attributeGroupId', 'is not an attribute group', 'unknown_reference')] : [];
  const missing = group.required.filter(({ id }) => !assigned.has(id));
  if (missing.length === 0) return [];
  const titles = missing.map(({ title }) => title).join(', ');
  return [ruleIssue('attributeAssignments', `the attribute group requires ${titles}`)];
}
