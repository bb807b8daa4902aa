import { notifications } from '@mantine/notifications';
import { ApiError } from 'haat-client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useRefreshAll } from '../../generic/act-button.js';
import { call, data } from '../../lib/api.js';
import { useSession } from '../../lib/session.js';
import { hsnProblems } from './charged-gst.js';
import { draftOf, type ProductDetail, type ProductDraft, type VariantDraft } from './draft.js';
import { forgetDraft, keepDraft, keptDraft } from './kept-drafts.js';
import type { Conflict } from '../../generic/conflict-list.js';
import { mergedText } from '../../generic/merge-fields.js';
import { openStock } from './open-stock.js';
import { createBody, syncBody } from './sync-body.js';
import { withSubmitted } from './waiting-change.js';
import { type ApprovalDetail, fieldNames } from '../product-approvals/approval.js';

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

interface Given {
  productId: string | null;
  loaded: ProductDraft;
  etag: string | null;
}

/** The form of a product: what was loaded, what was typed, one save, and the merge when somebody else was faster. */
export function useProductForm({ productId, loaded, etag }: Given) {
  const { me } = useSession();
  const navigate = useNavigate();
  const refresh = useRefreshAll();
  const draftKey = `draft:${me.user.id}:${me.activeVendor?.id ?? ''}:${productId ?? 'new'}`;
  const [base, setBase] = useState(loaded);
  const [draft, setDraft] = useState(loaded);
  const tag = useRef(etag);
  const [kept, setKept] = useState(() => keptDraft(draftKey));
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [sent, setSent] = useState<VariantDraft[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const saved = useRef(false);
  // The form with what waits for an approval, where that is what is edited.
  const [waiting, setWaiting] = useState<ProductDraft | null>(null);
  const dirty = useMemo(() => !same(draft, waiting ?? base), [draft, waiting, base]);

  // What is typed survives a closed tab, in this browser, for this account.
  useEffect(() => {
    if (!dirty || saved.current) return undefined;
    const timer = setTimeout(() => keepDraft(draftKey, draft), 500);
    return () => clearTimeout(timer);
  }, [dirty, draft, draftKey]);

  /** Takes what the server has now; what was typed and is not saved stays on top of it. */
  function adopt(fresh: ProductDraft, freshTag: string | null): void {
    setBase(fresh);
    setDraft(fresh);
    setWaiting(null);
    tag.current = freshTag;
    setConflicts([]);
  }

  /** Says what was saved and what of it waits: the form shows what is on sale. */
  function announce({ pendingChange }: Pick<ProductDetail, 'pendingChange'>): void {
    const message = !pendingChange
      ? 'The product is saved'
      : pendingChange.kind === 'new'
        ? 'The product is saved. It is on sale once it is approved'
        : `The product is saved. It waits for approval: ${fieldNames(pendingChange.fields)}`;
    notifications.show({ color: pendingChange ? 'yellow' : 'teal', message });
  }

  async function create(): Promise<void> {
    const { body, sent: rows } = createBody(draft);
    setSent(rows);
    const { data } = await call('postVendorProducts', { body });
    await openStock(data.variants, rows);
    saved.current = true;
    forgetDraft(draftKey);
    announce(data);
    setBase(draft);
    void refresh();
    // After the form has become clean, so that leaving it asks nothing.
    setTimeout(() => void navigate(`/vendor/products/${data.id}`), 0);
  }

  async function update(id: string): Promise<void> {
    const { body, sent: rows } = syncBody(draft, base, waiting ?? base);
    setSent(rows);
    const path = { productId: id };
    const added = draft.variants.filter(({ stored, deleted }) => !stored && !deleted);
    try {
      const before = new Set(base.variants.map(({ key }) => key));
      const { data } = await call('putVendorProductsByProductIdSync', {
        path,
        body,
        ...(tag.current && { ifMatch: tag.current }),
      });
      await openStock(
        data.variants.filter((variant) => !before.has(variant.id)),
        added,
      );
      const { data: detail, etag: freshTag } = await call('getVendorProductsByProductIdDetail', { path });
      forgetDraft(draftKey);
      adopt(draftOf(detail), freshTag ?? null);
      announce(detail);
      void refresh();
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.status !== 412) throw thrown;
      await merge(id);
    }
  }

  /** Somebody else has saved: take what only they changed, and ask about what both did. */
  async function merge(id: string): Promise<void> {
    const { mergeDrafts } = await import('./merge.js');
    const fresh = await call('getVendorProductsByProductIdDetail', { path: { productId: id } });
    const theirs = draftOf(fresh.data);
    const { merged, conflicts: found } = mergeDrafts(base, draft, theirs);
    setBase(theirs);
    setDraft(merged);
    tag.current = fresh.etag ?? null;
    setConflicts(found);
    notifications.show({ color: 'yellow', message: mergedText(found.length) });
  }

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    setRefused({});
    try {
      const wrong = await wrongHsnCodes(draft.variants, base.variants);
      setRefused(wrong);
      if (Object.keys(wrong).length > 0)
        notifications.show({ color: 'red', message: 'An HSN code is wrong: the product is not saved' });
      else await (productId === null ? create() : update(productId));
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  return {
    draft,
    base,
    dirty,
    busy,
    error,
    conflicts,
    kept,
    errors: { ...refused, ...errorsOf(error, sent) },
    change: setDraft,
    save,
    useKept() {
      if (kept) setDraft(kept.draft);
      setKept(null);
    },
    dropKept() {
      forgetDraft(draftKey);
      setKept(null);
    },
    settle: (path: string) => setConflicts((before) => before.filter((conflict) => conflict.path !== path)),
    /** Goes on with what was submitted; of what waits a field that is set back is sent as well. */
    edit(detail: ApprovalDetail) {
      setDraft((before) => withSubmitted(before, detail));
      setWaiting(detail.approval.state === 'pending' ? withSubmitted(base, detail) : null);
    },
    nothingWaits: () => setWaiting(null),
    discard() {
      forgetDraft(draftKey);
      setDraft(base);
      setWaiting(null);
      setError(null);
    },
  };
}

export type ProductForm = ReturnType<typeof useProductForm>;

/**
 * New HSN codes that are not on the list of the GST network, by their fields. The API takes any text, as it always has; what is typed
 * here is held to the list, so that it can stand in a return.
 */
async function wrongHsnCodes(
  variants: readonly VariantDraft[],
  before: readonly VariantDraft[],
): Promise<Record<string, string>> {
  const kept = new Set(before.map(({ hsnCode }) => hsnCode));
  const codes = [
    ...new Set(variants.filter(({ deleted }) => !deleted).flatMap(({ hsnCode }) => hsnCode ?? [])),
  ].filter((code) => !kept.has(code));
  const problems = new Map(
    await Promise.all(
      codes.map(async (hsnCode) => {
        const { hsnProblem } = await data('getVendorGstRate', { query: { hsnCode } });
        return [hsnCode, hsnProblem] as const;
      }),
    ),
  );
  return Object.fromEntries(
    variants.flatMap(({ key, hsnCode, deleted }) => {
      const problem = hsnCode && !deleted ? problems.get(hsnCode) : null;
      return problem ? [[`variants.${key}.hsnCode`, hsnProblems[problem]]] : [];
    }),
  );
}

/** What the response says of each field, by `basics.title`, `variants.<key>.price`. */
function errorsOf(error: unknown, sent: readonly VariantDraft[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const entries = error.errors.map(({ path, message }) => {
    const [, section = '', index = '', ...rest] = path.split('.');
    if (section === 'variants') {
      const key = sent[Number(index)]?.key ?? index;
      return [['variants', key, ...rest].join('.'), message];
    }
    const known = ['basics', 'options', 'tabs', 'media', 'images'].includes(section);
    return [known ? path.replace(/^body\./, '') : `basics.${path.replace(/^body\./, '')}`, message];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
