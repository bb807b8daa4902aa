import type { BodyOf, DataOf } from 'haat-client';
import { ago, countryName, money, number } from '../../lib/format.js';

export type CustomerGroup = DataOf<'getAdminCustomerGroupsById'>;
export type GroupRule = CustomerGroup['rules'][number];
export type RuleField = GroupRule['field'];
export type Member = DataOf<'getAdminCustomerGroupsByIdMembers'>[number];
type Kind = CustomerGroup['kind'];

/** A rule while it is typed: its number may be missing yet. */
export interface RuleDraft {
  field: RuleField;
  op: GroupRule['op'];
  value: number | null;
  values: string[];
}

export interface GroupDraft {
  name: string;
  description: string;
  kind: Kind;
  match: CustomerGroup['match'];
  rules: RuleDraft[];
}

/** As the API allows. */
export const MAX_RULES = 10;

const numbers = [
  { value: 'at_least', label: 'at least' },
  { value: 'at_most', label: 'at most' },
];
const days = [
  { value: 'within', label: 'in the last' },
  { value: 'before', label: 'longer ago than' },
];
const sets = [
  { value: 'is', label: 'is one of' },
  { value: 'is_not', label: 'is not one of' },
];

/** What a rule looks at, in words; how its operand is typed; its operators. */
export const fields: Record<
  RuleField,
  {
    label: string;
    typed: 'number' | 'money' | 'days' | 'texts' | 'categories';
    ops: typeof numbers;
    hint?: string;
  }
> = {
  orders: { label: 'Orders', typed: 'number', ops: numbers },
  spent: { label: 'Amount spent', typed: 'money', ops: numbers },
  last_order: { label: 'Last order', typed: 'days', ops: days },
  signed_up: { label: 'Signed up', typed: 'days', ops: days },
  country: { label: 'Country', typed: 'texts', ops: sets, hint: 'Codes: IN, AE' },
  state: { label: 'State', typed: 'texts', ops: sets, hint: 'GST codes: 29, 33' },
  city: { label: 'City', typed: 'texts', ops: sets, hint: 'Chennai, Mysuru' },
  postal_code: { label: 'PIN code', typed: 'texts', ops: sets, hint: '560001, or 56 for all that begin so' },
  category: {
    label: 'Bought in category',
    typed: 'categories',
    ops: [
      { value: 'is', label: 'any of' },
      { value: 'is_not', label: 'none of' },
    ],
  },
};

export const newRule = (field: RuleField = 'orders'): RuleDraft => ({
  field,
  op: fields[field].ops[0]?.value as RuleDraft['op'],
  value: field === 'orders' ? 1 : fields[field].typed === 'days' ? 30 : null,
  values: [],
});

export const newGroup: GroupDraft = {
  name: '',
  description: '',
  kind: 'rules',
  match: 'all',
  rules: [newRule()],
};

export function draftOf({ name, description, kind, match, rules }: CustomerGroup): GroupDraft {
  return {
    name,
    description,
    kind,
    match,
    rules: rules.map(({ field, op, value, values }) => ({
      field,
      op,
      value: value ?? null,
      values: values ?? [],
    })),
  };
}

/** The rules as the API takes them; undefined while one of them is not complete. */
export function rulesOf(rules: readonly RuleDraft[]): GroupRule[] | undefined {
  const complete = rules.flatMap(({ field, op, value, values }): GroupRule[] => {
    const texts = fields[field].typed === 'texts' || fields[field].typed === 'categories';
    if (texts) return values.length > 0 ? [{ field, op, values }] : [];
    return value === null ? [] : [{ field, op, value }];
  });
  return complete.length === rules.length ? complete : undefined;
}

export function bodyOf(draft: GroupDraft): BodyOf<'postAdminCustomerGroups'> {
  const { name, description, kind, match, rules } = draft;
  return { name, description, kind, match, rules: kind === 'rules' ? (rulesOf(rules) ?? []) : [] };
}

/** Why somebody is in the group: what its rules look at, as it is for this customer. */
export function whyOf(member: Member, rules: readonly Pick<GroupRule, 'field'>[], currency: string): string {
  const asked = new Set(rules.map(({ field }) => field));
  const { orders, spent, lastOrderAt, signedUpAt, country, state, city, postalCode, bought } = {
    ...member,
    bought: member.boughtInCategory,
  };
  const place = [
    asked.has('city') ? city : null,
    asked.has('postal_code') ? postalCode : null,
    asked.has('state') && state !== null ? `state ${state}` : null,
    asked.has('country') && country !== null ? countryName(country) : null,
  ].filter((text) => text !== null);
  return [
    asked.has('orders') && orders !== null ? (orders === 1 ? '1 order' : `${number(orders)} orders`) : '',
    asked.has('spent') && spent !== null ? `${money(spent, currency)} spent` : '',
    asked.has('last_order') ? (lastOrderAt ? `last order ${ago(lastOrderAt)}` : 'no order yet') : '',
    asked.has('signed_up') && signedUpAt ? `signed up ${ago(signedUpAt)}` : '',
    place.join(', '),
    asked.has('category') && bought !== null
      ? bought
        ? 'bought in a category'
        : 'bought in no category'
      : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
