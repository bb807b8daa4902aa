import { useQuery } from '@tanstack/react-query';
import { call, data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import type { ApprovalDetail } from '../product-approvals/approval.js';
import { type Basics, draftOf, type ProductDraft } from './draft.js';

const LIST = 'getVendorProductApprovals';

/** What was submitted last of a product, where it waits or was rejected. */
export function useLastApproval(productId: string | null): ApprovalDetail | undefined {
  const may = mayCall(useDeclarations().get(LIST), useSession()) && productId !== null;
  const query = { limit: 1, 'filters[]': [`productId:eq:${productId}`] };
  const listed = useQuery({
    queryKey: [LIST, query],
    queryFn: ({ signal }) => call(LIST, { query: query as never, signal }),
    enabled: may,
  });
  const last = listed.data?.data[0];
  const matters = last?.state === 'pending' || last?.state === 'rejected';
  const path = { productApprovalId: last?.id ?? '' };
  const detail = useQuery({
    queryKey: ['getVendorProductApprovalsByProductApprovalId', path, last?.version],
    queryFn: ({ signal }) => data('getVendorProductApprovalsByProductApprovalId', { path, signal }),
    enabled: matters,
  });
  return matters ? detail.data : undefined;
}

/**
 * A form with the fields as they were submitted, on top of what is on sale: texts, pictures, filing and tabs. Options
 * are not taken in: their variants have no ids before they are approved.
 */
export function withSubmitted(draft: ProductDraft, { proposed, differences }: ApprovalDetail): ProductDraft {
  const submitted = draftOf(proposed);
  const fields = new Set(differences.map(({ field }) => field));
  const basics = Object.fromEntries(
    Object.entries(draft.basics).map(([name, value]) => [
      name,
      fields.has(name) ? submitted.basics[name as keyof Basics] : value,
    ]),
  ) as unknown as Basics;
  const tabs = new Map(submitted.tabs.map((tab) => [tab.key, tab]));
  return {
    ...draft,
    basics,
    images: fields.has('images') || fields.has('thumbnail') ? submitted.images : draft.images,
    tabs: draft.tabs.map((tab) => (fields.has(`tabs.${tab.key}`) ? (tabs.get(tab.key) ?? tab) : tab)),
  };
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Why fields were rejected, by their paths in the form, until somebody changes them to something else. */
export function rejectedFields(
  detail: ApprovalDetail | undefined,
  draft: ProductDraft,
  base: ProductDraft,
): Record<string, string> {
  if (detail?.approval.state !== 'rejected') return {};
  const submitted = withSubmitted(base, detail);
  const valueOf = (form: ProductDraft, path: string): unknown => {
    const [section, ...rest] = path.split('.');
    if (section === 'basics') return form.basics[rest[0] as keyof Basics];
    if (section === 'tabs') return form.tabs.find(({ key }) => key === rest[0]);
    return section === 'media' ? form.images : form.options;
  };
  const isUnchanged = (path: string) =>
    [base, submitted].some((form) => same(valueOf(form, path), valueOf(draft, path)));
  return Object.fromEntries(
    detail.approval.reasons
      .map(({ field, reason }) => [pathOf(field), reason] as const)
      .filter(([path]) => path !== undefined && isUnchanged(path))
      .map(([path, reason]) => [path, `Rejected: ${reason}`]),
  ) as Record<string, string>;
}

/** Where the form has a field; undefined where it has none. */
function pathOf(field: string): string | undefined {
  if (field === 'images' || field === 'thumbnail') return 'media.images';
  if (field === 'options' || field.startsWith('tabs.')) return field;
  if (field === 'ogImage' || field.startsWith('variants.') || field.startsWith('customFields.'))
    return undefined;
  return `basics.${field}`;
}
