import {
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import type { GroupRule } from './group-rules.js';

export const groupKinds = ['static', 'rules'] as const;
export type GroupKind = (typeof groupKinds)[number];

export const ruleMatches = ['all', 'any'] as const;
export type RuleMatch = (typeof ruleMatches)[number];

/** The columns of the table. What selects, returns or writes them is derived from here, or does not compile. */
export const customerGroupColumns = {
  id: uuid,
  name: text,
  description: text,
  kind: textOf<GroupKind>(),
  match: textOf<RuleMatch>(),
  rules: jsonOf<GroupRule[]>(),
  memberCount: integer,
  refreshedAt: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: nullable(instant),
} as const satisfies Columns;

export type CustomerGroup = RowOf<typeof customerGroupColumns>;

/** What an administrator may change; a field that is undefined stays as it is. */
export type CustomerGroupChanges = Partial<Pick<CustomerGroup, 'name' | 'description' | 'match' | 'rules'>>;

export type NewCustomerGroup = Pick<CustomerGroup, 'name'> &
  CustomerGroupChanges &
  Partial<Pick<CustomerGroup, 'kind'>>;

/** The most members that one request adds or removes. */
export const MAX_MEMBERS_A_REQUEST = 1_000;

/** The most groups that a discount, an audience or a listing may name. */
export const MAX_GROUPS_NAMED = 20;

/** Something that names a group, so that it cannot be deleted. */
export const groupUseColumns = { kind: textOf<'discount' | 'broadcast' | 'product'>(), id: uuid, name: text };
export type GroupUse = RowOf<typeof groupUseColumns>;

const useNames: Record<GroupUse['kind'], string> = {
  discount: 'the discount',
  broadcast: 'the campaign',
  product: 'the product',
};

/** What uses a group, in words: five of them at most. */
export function describeUses(uses: readonly GroupUse[]): string {
  const named = uses.slice(0, 5).map(({ kind, name }) => `${useNames[kind]} “${name}”`);
  return uses.length > 5 ? `${named.join(', ')} and ${uses.length - 5} more` : named.join(', ');
}
