import { sameValue } from '#domain/product-approvals/same-value.js';
import type { WantedAssignment } from '#domain/products/attribute-assignments.js';
import { foldOption } from '#domain/products/option.js';
import type { OptionInput } from '#domain/products/option-matrix.js';
import type { BasicsChange, ProductChanges } from '#domain/products/product-change.js';
import type { WantedVariant } from '#domain/products/variant-plan.js';
import type { CatalogProduct, CatalogVariant } from './catalog-product.js';
import type { ProductPart } from './import-batch.js';
import { pendingPlace } from './proposed-product.js';
import type { StoredProduct } from './stored-product.js';

export interface SplitImport {
  /** What the product becomes at once. */
  now: CatalogProduct;
  /** What waits, but for what new variants of `now` are shown with. */
  waiting: ProductChanges;
  /** The thumbnails of the variants that `now` adds, in their order. */
  thumbnailsOfAdded: (string | null)[];
}

/**
 * Which part of an import of an approved product waits, as `splitChanges` has it: what shoppers see. Prices, stock,
 * codes and status are taken in at once, and so are variants of approved options, without their pictures.
 * @param merged what the product would be, merged into `proposedProduct`
 * @param pending what waits already
 */
export function splitImport(
  stored: StoredProduct,
  merged: CatalogProduct,
  part: ProductPart,
  pending: ProductChanges = {},
): SplitImport {
  const { catalog } = stored;
  const options = waitingOptions(stored, merged, pending);
  const { now, waiting, thumbnailsOfAdded } = splitVariants(stored, merged, pending, options !== undefined);
  const { status, visibility, productType } = merged;
  const images = part.images.length > 0 ? merged.images : undefined;
  const lacksThumbnail = stored.thumbnail === null && pending.media?.thumbnail === undefined;
  return {
    now: {
      ...catalog,
      status,
      visibility,
      productType,
      ...(options ? {} : { optionNames: merged.optionNames }),
      variants: now,
    },
    waiting: {
      basics: waitingBasics(stored, merged, part, pending),
      media: {
        ...(images ? { images } : {}),
        ...(images?.[0] !== undefined && lacksThumbnail ? { thumbnail: images[0] } : {}),
      },
      ...(options ? { options } : {}),
      variants: waiting,
    },
    thumbnailsOfAdded,
  };
}

function waitingBasics(
  { assignments = [] }: StoredProduct,
  { attributes = [] }: CatalogProduct,
  part: ProductPart,
  pending: ProductChanges,
): BasicsChange {
  const { title, description, brand, category, tags, metaTitle, metaDescription } = part.fields ?? {};
  const explicit = new Set(part.attributes?.map(({ attributeId }) => attributeId));
  const current: WantedAssignment[] =
    pending.basics?.attributeAssignments ??
    assignments.map(({ attributeId, valueId, value }) => assignmentOf(attributeId, { valueId, value }));
  const assigned = [
    ...current.filter(({ attributeId }) => !explicit.has(attributeId)),
    ...attributes
      .filter(({ attributeId }) => explicit.has(attributeId))
      .flatMap(({ attributeId, values }) => values.map((value) => assignmentOf(attributeId, value))),
  ];
  const fields = {
    title,
    description,
    metaTitle,
    metaDescription,
    brandId: brand,
    primaryCategoryId: category,
    tagIds: tags,
    attributeAssignments: explicit.size > 0 ? assigned : undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const assignmentOf = (
  attributeId: string,
  { valueId, value }: { valueId: string | null; value: string | null },
): WantedAssignment =>
  valueId === null ? { attributeId, value: value ?? '' } : { attributeId, attributeValueId: valueId };

/** The options as they would be; undefined when the product has them all. */
function waitingOptions(
  { options, catalog }: StoredProduct,
  { optionNames, variants }: CatalogProduct,
  pending: ProductChanges,
): OptionInput[] | undefined {
  const same = (name: string, other: string | undefined) =>
    other !== undefined && foldOption(name) === foldOption(other);
  const complete = variants.filter(({ optionValues }) => optionValues.length === optionNames.length);
  const wanted = optionNames.map((name, place) => {
    const stored: readonly { value: string }[] =
      pending.options?.find((option) => same(name, option.name))?.values ??
      options.find((option) => same(name, option.name))?.values ??
      [];
    const values = stored.map(({ value }) => value);
    for (const { optionValues } of complete) {
      const value = optionValues[place];
      if (value !== undefined && !values.some((other) => same(value, other))) values.push(value);
    }
    return { name, values: values.map((value) => ({ value })) };
  });
  const isStored =
    optionNames.length === catalog.optionNames.length &&
    wanted.every(
      ({ name, values }, place) =>
        same(name, catalog.optionNames[place]) &&
        values.every(({ value }) => options[place]?.values.some((other) => same(value, other.value))),
    );
  return isStored ? undefined : wanted;
}

function splitVariants(
  { catalog }: StoredProduct,
  { optionNames, variants }: CatalogProduct,
  pending: ProductChanges,
  optionsWait: boolean,
) {
  const stored = new Map(catalog.variants.map((variant) => [variant.id, variant]));
  const isRenamed = !sameValue(optionNames.map(foldOption), catalog.optionNames.map(foldOption));
  const now: CatalogVariant[] = [];
  const waiting: WantedVariant[] = [];
  const thumbnailsOfAdded: (string | null)[] = [];
  const chosen = ({ optionValues }: CatalogVariant) =>
    optionValues.map((value, place) => ({ optionName: optionNames[place] ?? '', value }));
  for (const variant of variants) {
    const was = variant.id === undefined ? undefined : stored.get(variant.id);
    if (!was) {
      const place = pendingPlace(variant);
      if (optionsWait) {
        const before = place === undefined ? undefined : pending.variants?.[place];
        waiting.push(newVariant(variant, before, chosen(variant)));
        continue;
      }
      now.push({ ...variant, id: undefined, thumbnail: null });
      thumbnailsOfAdded.push(variant.thumbnail);
      continue;
    }
    const isComplete = variant.optionValues.length === optionNames.length;
    const moves =
      optionsWait && isComplete && (isRenamed || !sameValue(variant.optionValues, was.optionValues));
    const { thumbnail, optionValues } = was;
    now.push({ ...variant, thumbnail, ...(optionsWait ? { optionValues } : {}) });
    const fields = variant.thumbnail === thumbnail ? {} : { thumbnail: variant.thumbnail };
    if (moves || variant.thumbnail !== thumbnail)
      waiting.push({ id: variant.id, fields, ...(moves ? { optionValues: chosen(variant) } : {}) });
  }
  return { now, waiting, thumbnailsOfAdded };
}

/** A variant that waits with the options that it needs, with its stock. */
function newVariant(
  variant: CatalogVariant,
  before: WantedVariant | undefined,
  optionValues: WantedVariant['optionValues'],
): WantedVariant {
  const { sku, barcode, hsnCode, gstRate, gstExempt, price, specialPrice, weight, thumbnail } = variant;
  const { trackInventory, allowBackorder, quantity } = variant;
  const { id: _none, optionValueIds: _ids, fields, ...kept } = before ?? { fields: {} };
  return {
    ...kept,
    fields: {
      ...fields,
      sku,
      barcode,
      hsnCode,
      gstRate,
      gstExempt,
      price,
      specialPrice,
      weight,
      thumbnail,
    },
    optionValues,
    stock: { trackInventory, allowBackorder, onHand: quantity },
  };
}
