import { z } from 'zod';
import type { ColumnSchemas } from '#api/kernel/column-schemas.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import {
  emailSchema,
  idOf,
  idSchema,
  instantSchema,
  iso,
  moneySchema,
  textSchema,
} from '#api/kernel/values.js';
import {
  type CustomerGroup,
  type customerGroupColumns,
  groupKinds,
  MAX_MEMBERS_A_REQUEST,
  ruleMatches,
} from '#domain/customer-groups/customer-group.js';
import type { GroupMember } from '#domain/customer-groups/group-figures.js';
import {
  MAX_RULE_TEXT,
  MAX_RULE_VALUES,
  MAX_RULES,
  ruleFields,
  ruleOperators,
} from '#domain/customer-groups/group-rules.js';

export const groupRuleSchema = z
  .strictObject({
    field: z.enum(ruleFields),
    op: z.enum(ruleOperators),
    value: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Of `orders`, `spent` (subunits), `last_order` and `signed_up` (days)' }),
    values: z
      .array(textSchema(MAX_RULE_TEXT).trim().min(1))
      .min(1)
      .max(MAX_RULE_VALUES)
      .optional()
      .meta({ description: 'Any of these places or categories; a postal code may be its beginning alone' }),
  })
  .meta({ id: 'CustomerGroupRule', example: { field: 'orders', op: 'at_least', value: 3 } });

const match = z.enum(ruleMatches).meta({ description: 'Whether all rules have to be met, or any' });
const rules = z.array(groupRuleSchema).max(MAX_RULES);

const fields = z.object({
  name: textSchema(120).trim().min(1),
  description: textSchema(500).trim().optional(),
  match: match.optional(),
  rules: rules.optional(),
});

export const customerGroupInput = fields
  .extend({ kind: z.enum(groupKinds).optional() })
  .meta({ id: 'CustomerGroupInput' });

export const customerGroupPatch = fields.partial().meta({ id: 'CustomerGroupPatch' });

export const previewGroupInput = z.object({ match: match.optional(), rules: rules.min(1) });

const named = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_MEMBERS_A_REQUEST).optional();

export const groupMembersInput = z
  .object({ userIds: named(idOf('user').toLowerCase()), emails: named(emailSchema) })
  .meta({ id: 'CustomerGroupMembersInput' });

export const customerGroupSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    description: z.string(),
    kind: z.enum(groupKinds),
    match: z.enum(ruleMatches),
    rules: z.array(groupRuleSchema),
    memberCount: z.int(),
    refreshedAt: instantSchema.nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    deletedAt: instantSchema.nullable(),
  } satisfies ColumnSchemas<typeof customerGroupColumns>)
  .meta({ id: 'CustomerGroup' });

/** What no rule looks at is null; so is the name, the address and the city for a role that may not read customers. */
export const groupMemberSchema = z
  .object({
    userId: idOf('user'),
    name: z.string().nullable(),
    email: z.string().nullable(),
    joinedAt: instantSchema.nullable(),
    orders: z.int().nullable(),
    spent: moneySchema.nullable(),
    lastOrderAt: instantSchema.nullable(),
    signedUpAt: instantSchema.nullable(),
    country: z.string().nullable(),
    state: z.string().nullable(),
    city: z.string().nullable(),
    postalCode: z.string().nullable(),
    boughtInCategory: z.boolean().nullable(),
  })
  .meta({ id: 'CustomerGroupMember' });

export const previewGroupSchema = z
  .object({ count: z.int(), examples: z.array(groupMemberSchema) })
  .meta({ id: 'CustomerGroupPreview' });

export const addedMembersSchema = z.object({
  added: z.int(),
  unknown: z.array(z.string()).meta({ description: 'Ids and addresses without an account' }),
});

export const removedMembersSchema = z.object({ removed: z.int() });

export const customerGroupListQuery = listQuerySchema({
  params: { kind: groupKinds },
  filters: { name: 'string', createdAt: 'date', memberCount: 'number' },
  sort: ['createdAt', 'updatedAt', 'name', 'memberCount'],
  softDelete: true,
});

export const groupMemberListQuery = listQuerySchema({ filters: { joinedAt: 'date' }, sort: ['joinedAt'] });

export function customerGroupResponse(group: CustomerGroup): z.input<typeof customerGroupSchema> {
  const { refreshedAt, createdAt, updatedAt, deletedAt, ...rest } = group;
  return {
    ...rest,
    refreshedAt: iso(refreshedAt),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    deletedAt: iso(deletedAt),
  };
}

export function groupMemberResponse(member: GroupMember): z.input<typeof groupMemberSchema> {
  const { joinedAt, lastOrderAt, signedUpAt, ...rest } = member;
  return { ...rest, joinedAt: iso(joinedAt), lastOrderAt: iso(lastOrderAt), signedUpAt: iso(signedUpAt) };
}
