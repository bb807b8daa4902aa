import { filedCategories } from '#domain/products/filed-categories.js';
import type { BasicsChange, ProductChanges } from '#domain/products/product-change.js';
import type { OptionInput } from '#domain/products/option-matrix.js';
import type { WantedTab } from '#domain/products/matrix-plan.js';
import type { WantedVariant } from '#domain/products/variant-plan.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { sameAssignments, sameIds, sameValue } from './same-value.js';
import {
  type CustomValues,
  type PublicFields,
  publicFields,
  type ShownProduct,
  splitFields,
} from './shown-product.js';

/** Fields of the basics that shoppers do not see, or that only take a product off sale or bring it back. */
const atOnce: readonly (keyof BasicsChange)[] = [
  'hsCode',
  'midCode',
  'gstRate',
  'gstExempt',
  'status',
  'visibility',
  'publishedAt',
];

/** What shoppers see of a variant beside its price: pictures and custom fields. */
type ShownVariant = Pick<WantedVariant, 'fields' | 'customFields'>;

export interface SplitChanges {
  /** What is written at once. */
  now: ProductChanges;
  /** What waits, but for rows that `now` adds and whose ids are not known yet. */
  waiting: ProductChanges;
  /** What waits of a variant of `now` that has no id yet, by its place there. */
  shownOfAdded: ReadonlyMap<number, ShownVariant>;
  /** Tabs that `now` adds hidden, as they are to be shown, in their order. */
  addedTabs: WantedTab['fields'][];
}

/**
 * Which part of a change of an approved product waits, and which is written at once. A new variant is a combination of
 * approved options with a price: it is written at once, its pictures and public custom fields wait. A new tab is written hidden.
 * @param pending what waits already: a tab that is to be shown is changed there
 */
export function splitChanges(
  product: VendorProduct,
  { basics = {}, media = {}, options, variants, tabs, customFields }: ProductChanges,
  pending: ProductChanges | undefined,
  shown: PublicFields = publicFields,
): SplitChanges {
  const optionsWait = options !== undefined && !sameOptions(product, options);
  const ofVariants = splitVariants(variants ?? [], optionsWait, shown);
  const [nowFields, waitingFields] = splitFields(customFields, shown.product);
  const ofTabs = splitTabs(product, tabs ?? [], pending?.tabs ?? []);
  const [nowBasics, waitingBasics] = splitBasics(basics);
  return {
    now: {
      basics: nowBasics,
      ...(options && !optionsWait ? { options } : {}),
      ...(variants ? { variants: ofVariants.now } : {}),
      ...(tabs ? { tabs: ofTabs.now } : {}),
      ...(nowFields ? { customFields: nowFields } : {}),
    },
    waiting: {
      basics: waitingBasics,
      media: { ...media },
      ...(optionsWait ? { options } : {}),
      variants: ofVariants.waiting,
      tabs: ofTabs.waiting,
      ...(waitingFields ? { customFields: waitingFields } : {}),
    },
    shownOfAdded: ofVariants.shownOfAdded,
    addedTabs: ofTabs.added,
  };
}

function splitBasics(basics: BasicsChange): [BasicsChange, BasicsChange] {
  const sent = Object.entries(basics).filter(([, value]) => value !== undefined);
  const isAtOnce = ([field]: [string, unknown]) => atOnce.includes(field as keyof BasicsChange);
  return [
    Object.fromEntries(sent.filter(isAtOnce)),
    Object.fromEntries(sent.filter((entry) => !isAtOnce(entry))),
  ];
}

function splitVariants(variants: readonly WantedVariant[], optionsWait: boolean, publicOnes: PublicFields) {
  const now: WantedVariant[] = [];
  const waiting: WantedVariant[] = [];
  const shownOfAdded = new Map<number, ShownVariant>();
  for (const variant of variants) {
    const { id, delete: removed, fields, optionValues, optionValueIds } = variant;
    if (!removed && id === undefined && optionsWait) {
      waiting.push(variant);
      continue;
    }
    const { thumbnail, images, ...others } = fields;
    const shown = { ...(thumbnail === undefined ? {} : { thumbnail }), ...(images ? { images } : {}) };
    const combination = {
      ...(optionValues ? { optionValues } : {}),
      ...(optionValueIds ? { optionValueIds } : {}),
    };
    const combinationWaits = optionsWait && id !== undefined && Object.keys(combination).length > 0;
    const [nowFields, waitingFields] = splitFields(variant.customFields, publicOnes.productVariant);
    now.push({
      ...(id === undefined ? {} : { id }),
      ...(nowFields ? { customFields: nowFields } : {}),
      ...(removed ? { delete: true } : {}),
      fields: others,
      ...(combinationWaits ? {} : combination),
    });
    if (removed) continue;
    const waits = { fields: shown, ...(waitingFields ? { customFields: waitingFields } : {}) };
    if (id === undefined) {
      if (hasPictures(shown) || waitingFields) shownOfAdded.set(now.length - 1, waits);
    } else if (combinationWaits || Object.keys(shown).length > 0 || waitingFields)
      waiting.push({ id, ...waits, ...(combinationWaits ? combination : {}) });
  }
  return { now, waiting, shownOfAdded };
}

const hasPictures = ({ thumbnail, images }: Pick<WantedVariant['fields'], 'thumbnail' | 'images'>) =>
  Boolean(thumbnail) || (images?.length ?? 0) > 0;

function splitTabs(product: VendorProduct, tabs: readonly WantedTab[], pending: readonly WantedTab[]) {
  const now: WantedTab[] = [];
  const waiting: WantedTab[] = [];
  const added: WantedTab['fields'][] = [];
  const live = new Map(product.tabs.map((tab) => [tab.id, tab]));
  const inRequest = new Set(pending.map(({ id }) => id));
  for (const tab of tabs) {
    const { id, fields } = tab;
    if (id === undefined) {
      now.push({ fields: { ...fields, isActive: false } });
      added.push(fields);
      continue;
    }
    const stored = live.get(id);
    const hides = fields.isActive === false;
    const isHidden = stored?.isActive === false && fields.isActive !== true && !inRequest.has(id);
    if (tab.delete || isHidden || !stored) {
      now.push(tab);
      continue;
    }
    const { sortOrder, ...shown } = fields;
    if (sortOrder !== undefined || hides)
      now.push({
        id,
        fields: { ...(sortOrder === undefined ? {} : { sortOrder }), ...(hides ? { isActive: false } : {}) },
      });
    if (Object.values(shown).some((value) => value !== undefined)) waiting.push({ id, fields: shown });
  }
  return { now, waiting, added };
}

/** Whether options say what the product has already, in the same order. */
function sameOptions(product: VendorProduct, wanted: readonly OptionInput[]): boolean {
  const inOrder = <T extends { sortOrder?: number }>(rows: readonly T[]) =>
    rows
      .map((row, index) => ({ row, place: row.sortOrder ?? index }))
      .sort((a, b) => a.place - b.place)
      .map(({ row }) => row);
  const textOf = (options: readonly OptionInput[]) =>
    inOrder(options).map(({ name, values }) => [name, inOrder(values).map(({ value }) => value)]);
  return sameValue(textOf(product.options), textOf(wanted));
}

/** Without what says no more than the product does: a field that is set back takes itself out of what waits. */
export function withoutRepeats(
  { product, customFields: storedFields, variantFields }: ShownProduct,
  waiting: ProductChanges,
): ProductChanges {
  const { basics = {}, media = {}, options, variants = [], tabs = [] } = waiting;
  const customFields = differingFields(storedFields, waiting.customFields);
  const { categoryIds: sentCategoryIds, tagIds, ingredientIds, attributeAssignments, ...fields } = basics;
  const { primaryCategoryId = product.primaryCategoryId } = fields;
  const categoryIds = sentCategoryIds && filedCategories(sentCategoryIds, primaryCategoryId);
  const variantOf = new Map(product.variants.map((variant) => [variant.id, variant]));
  const tabOf = new Map(product.tabs.map((tab) => [tab.id, tab]));
  const keptBasics: BasicsChange = {
    ...differing(product, fields),
    ...(categoryIds && !sameIds(product.categories, categoryIds) ? { categoryIds } : {}),
    ...(tagIds && !sameIds(product.tags, tagIds) ? { tagIds } : {}),
    ...(ingredientIds && !sameIds(product.ingredients, ingredientIds) ? { ingredientIds } : {}),
    ...(attributeAssignments && !sameAssignments(product.attributeAssignments, attributeAssignments)
      ? { attributeAssignments }
      : {}),
  };
  return {
    basics: keptBasics,
    media: differing(product, media),
    ...(options && !sameOptions(product, options) ? { options } : {}),
    variants: variants.flatMap((variant) => {
      if (variant.id === undefined) return [variant];
      const stored = variantOf.get(variant.id);
      if (!stored) return [];
      const { customFields: wanted, ...rest } = variant;
      const ofVariant = differingFields(variantFields.get(variant.id) ?? {}, wanted);
      const kept = {
        ...rest,
        fields: differing(stored, variant.fields),
        ...(ofVariant ? { customFields: ofVariant } : {}),
      };
      const isEmpty = Object.keys(kept.fields).length === 0 && !kept.optionValues && !kept.optionValueIds;
      return isEmpty && !ofVariant ? [] : [kept];
    }),
    tabs: tabs.flatMap(({ id, fields: wanted }) => {
      const stored = id === undefined ? undefined : tabOf.get(id);
      const kept = stored ? differing(stored, wanted) : {};
      return Object.keys(kept).length > 0 ? [{ id, fields: kept }] : [];
    }),
    ...(customFields ? { customFields } : {}),
  };
}

function differing<Fields extends object>(stored: object, wanted: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) =>
        value !== undefined && !sameValue((stored as Record<string, unknown>)[field], value),
    ),
  ) as Partial<Fields>;
}

function differingFields(stored: CustomValues, wanted: CustomValues | undefined): CustomValues | undefined {
  const kept = Object.entries(wanted ?? {}).filter(
    ([key, value]) => !sameValue(stored[key] ?? null, value ?? null),
  );
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
