import type { BodyOf } from 'haat-client';
import {
  type Basics,
  basicNames,
  type OptionDraft,
  type ProductDraft,
  type TabDraft,
  type VariantDraft,
  type VariantFields,
  variantNames,
} from './draft.js';
import { detachedKeys } from './matrix.js';

export type SyncBody = BodyOf<'putVendorProductsByProductIdSync'>;
export type CreateBody = BodyOf<'postVendorProducts'>;

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
const filled = (options: readonly OptionDraft[]) =>
  options.filter(({ name, values }) => name.trim() !== '' && values.length > 0);

/** The values of a variant by the names of the options. */
function optionValues(options: readonly OptionDraft[], { values }: VariantDraft) {
  return options.flatMap(({ name, values: known }, index) => {
    const value = values[index];
    return name.trim() === '' || known.length === 0 || value === null || value === undefined
      ? []
      : [{ optionName: name, value }];
  });
}

const fieldsOf = (variant: VariantFields) =>
  Object.fromEntries(variantNames.map((name) => [name, variant[name]])) as unknown as VariantFields;

function changedFields(variant: VariantDraft, base: VariantDraft | undefined): Partial<VariantFields> {
  const names = variantNames.filter((name) => !base || !same(variant[name], base[name]));
  return Object.fromEntries(names.map((name) => [name, variant[name]]));
}

function variantsBody(draft: ProductDraft, base: ProductDraft): { sent: VariantDraft[]; body: object[] } {
  const before = new Map(base.variants.map((variant) => [variant.key, variant]));
  const detached = detachedKeys(draft);
  const optionsChanged = !same(filled(draft.options), filled(base.options));
  const sent: VariantDraft[] = [];
  const body = draft.variants.flatMap((variant, index): object[] => {
    const { key, stored, deleted } = variant;
    if (deleted) {
      if (!stored) return [];
      sent.push(variant);
      return [{ id: key, delete: true }];
    }
    const was = before.get(key);
    const fields = changedFields(variant, stored ? was : undefined);
    const moved = !detached.has(key) && (optionsChanged || !same(variant.values, was?.values));
    const place = stored && base.variants[index]?.key === key ? {} : { sortOrder: index };
    if (stored && Object.keys(fields).length === 0 && !moved && Object.keys(place).length === 0) return [];
    sent.push(variant);
    return [
      {
        ...(stored && { id: key }),
        ...fields,
        ...place,
        ...(moved && { optionValues: optionValues(draft.options, variant) }),
      },
    ];
  });
  return { sent, body };
}

function tabsBody(
  draft: readonly TabDraft[],
  base: readonly TabDraft[],
  waiting: readonly TabDraft[],
): object[] {
  const before = new Map(base.map((tab) => [tab.key, tab]));
  const inRequest = new Map(waiting.map((tab) => [tab.key, tab]));
  const textsOf = ({ title, body, isActive }: TabDraft) => [title, body, isActive];
  return draft.flatMap(({ key, stored, deleted, title, body, isActive }, sortOrder): object[] => {
    if (deleted) return stored ? [{ id: key, delete: true }] : [];
    const forms = [before.get(key), inRequest.get(key)];
    const unchanged =
      base[sortOrder]?.key === key &&
      forms.every((was) => was && same(textsOf(was), [title, body, isActive]));
    return unchanged ? [] : [{ ...(stored && { id: key }), title, body, isActive, sortOrder }];
  });
}

/**
 * The sections that differ from what was loaded, and the variants in the order in which the body names them.
 * @param waiting the form with what waits for an approval, where that is edited: a field that is set back to what is on
 *   sale is sent as well, so that it waits no more
 */
export function syncBody(
  draft: ProductDraft,
  base: ProductDraft,
  waiting: ProductDraft = base,
): { body: SyncBody; sent: VariantDraft[] } {
  const basics = Object.fromEntries(
    basicNames
      .filter((name) => [base, waiting].some((form) => !same(draft.basics[name], form.basics[name])))
      .map((name) => [name, draft.basics[name]]),
  ) as Partial<Basics>;
  const variants = variantsBody(draft, base);
  const tabs = tabsBody(draft.tabs, base.tabs, waiting.tabs);
  const options = filled(draft.options);
  const body = {
    ...(Object.keys(basics).length > 0 && { basics: trimmed(basics) }),
    ...([base, waiting].some(({ images }) => !same(draft.images, images)) && {
      media: { thumbnail: draft.images[0] ?? null, images: draft.images },
    }),
    ...(!same(options, filled(base.options)) && { options }),
    ...(variants.body.length > 0 && { variants: variants.body }),
    ...(tabs.length > 0 && { tabs }),
  };
  return { body: body as SyncBody, sent: variants.sent };
}

/** A slug that was emptied is made from the title again. */
function trimmed({ slug, ...basics }: Partial<Basics>) {
  return slug ? { ...basics, slug } : basics;
}

export function createBody(draft: ProductDraft): { body: CreateBody; sent: VariantDraft[] } {
  const sent = draft.variants.filter(({ deleted }) => !deleted);
  const { images, options, tabs } = draft;
  const body = {
    ...trimmed(draft.basics),
    thumbnail: images[0] ?? null,
    images,
    options: filled(options),
    variants: sent.map((variant, sortOrder) => ({
      ...fieldsOf(variant),
      sortOrder,
      optionValues: optionValues(options, variant),
    })),
    tabs: tabs
      .filter(({ deleted }) => !deleted)
      .map(({ title, body: text, isActive }, sortOrder) => ({ title, body: text, isActive, sortOrder })),
  };
  return { body: body as CreateBody, sent };
}
