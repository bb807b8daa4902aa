import { ApiError, type DataOf, type RowOf } from 'haat-client';
import { label } from '../../lib/format.js';

export type ListedApproval = RowOf<'getAdminProductApprovals'>;
export type ApprovalDetail = DataOf<'getAdminProductApprovalsByProductApprovalId'>;
export type Difference = ApprovalDetail['differences'][number];
export type FieldValue = Difference['after'];

/** What a person calls the fields of a list, which has their names alone: `variants.<id>.images` is pictures of variants. */
export function fieldNames(fields: readonly string[]): string {
  return [...new Set(fields.map(nameOf))].join(', ');
}

function nameOf(field: string): string {
  if (field.startsWith('variants.')) return field.endsWith('.images') ? 'Pictures of variants' : 'Variants';
  if (field.startsWith('tabs.')) return 'Tabs';
  const name = field.replace(/^customFields\./, '');
  return names[name] ?? label(name);
}

const names: Record<string, string> = {
  images: 'Pictures',
  thumbnail: 'Picture of lists',
  ogImage: 'Share image',
  categoryIds: 'Categories',
  tagIds: 'Tags',
  ingredientIds: 'Ingredients',
  attributeAssignments: 'Attributes',
};

/** Whether the values of a field are addresses of pictures. */
export const isPicture = (field: string) =>
  ['images', 'thumbnail', 'ogImage'].includes(field) || /^variants\..+\.images$/.test(field);

/** Whether the text of a field is HTML. */
export const isHtml = (field: string) => field === 'description' || field.startsWith('tabs.');

/** What the list calls a state, in the words of those who decide. */
export const kindText = (kind: ListedApproval['kind']) => (kind === 'new' ? 'New product' : 'Change');

/** Whether a decision came too late: what was looked at is not what waits, or somebody else has decided. */
export function isLate(error: unknown): error is ApiError {
  const late = [
    'product_approvals.outdated',
    'product_approvals.decided',
    'product_approvals.product_deleted',
  ];
  return error instanceof ApiError && late.includes(error.reason);
}

/** The values as text, so that two of them can be compared. */
export const valueKey = (value: FieldValue) => JSON.stringify(value);
