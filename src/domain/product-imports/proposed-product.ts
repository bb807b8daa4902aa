import type { ProductApproval } from '#domain/product-approvals/product-approval.js';
import { foldOption } from '#domain/products/option.js';
import { type ChosenValue, orderOptions } from '#domain/products/option-matrix.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import type { WantedVariant } from '#domain/products/variant-plan.js';
import type { CatalogVariant } from './catalog-product.js';
import type { StoredProduct } from './stored-product.js';

const PENDING = 'pending:';

/** Where a variant that waits stands in the change that waits; undefined for every other one. */
export function pendingPlace({ id }: Pick<CatalogVariant, 'id'>): number | undefined {
  return id?.startsWith(PENDING) ? Number(id.slice(PENDING.length)) : undefined;
}

/**
 * A stored product as it would be once what waits is approved. The rows of a product may lie in several batches, and
 * files are imported again: each is merged into what the one before has submitted.
 */
export function proposedProduct(
  stored: StoredProduct,
  { kind, sections }: Pick<ProductApproval, 'kind' | 'sections'>,
): StoredProduct {
  const { catalog } = stored;
  if (kind === 'new') return { ...stored, catalog: { ...catalog, status: 'active' } };
  const images = sections.media?.images ?? catalog.images;
  return { ...stored, catalog: { ...catalog, images, ...proposedMatrix(stored, sections) } };
}

function proposedMatrix(
  { catalog, options }: StoredProduct,
  { options: wanted, variants = [] }: ProductChanges,
) {
  const ordered = wanted && orderOptions(wanted).sort((item, other) => item.sortOrder - other.sortOrder);
  const optionNames = ordered?.map(({ name }) => name) ?? catalog.optionNames;
  const values = new Map(
    options.flatMap(({ name, values: all }) =>
      all.map(({ id, value }) => [id, { optionName: name, value }] as const),
    ),
  );
  const chosenBy = ({ optionValues, optionValueIds }: WantedVariant) =>
    optionValues ?? optionValueIds?.flatMap((id) => values.get(id) ?? []);
  const pending = new Map(variants.map((variant) => [variant.id, variant]));
  const known = catalog.variants.map((variant): CatalogVariant => {
    const change = variant.id === undefined ? undefined : pending.get(variant.id);
    const chosen = change && chosenBy(change);
    const moved = ordered
      ? valuesIn(
          optionNames,
          variant.optionValues.map((value, place) => ({
            optionName: catalog.optionNames[place] ?? '',
            value,
          })),
        )
      : variant.optionValues;
    const { thumbnail = variant.thumbnail } = change?.fields ?? {};
    return { ...variant, thumbnail, optionValues: chosen ? valuesIn(optionNames, chosen) : moved };
  });
  const added = variants.flatMap((variant, place) =>
    variant.id === undefined
      ? [pendingVariant(variant, `${PENDING}${place}`, valuesIn(optionNames, chosenBy(variant) ?? []))]
      : [],
  );
  return { optionNames, variants: [...known, ...added] };
}

function valuesIn(optionNames: readonly string[], chosen: readonly ChosenValue[]): string[] {
  return optionNames.flatMap(
    (name) => chosen.find(({ optionName }) => foldOption(optionName) === foldOption(name))?.value ?? [],
  );
}

function pendingVariant(
  { fields, stock }: WantedVariant,
  id: string,
  optionValues: string[],
): CatalogVariant {
  return {
    id,
    optionValues,
    sku: fields.sku ?? null,
    barcode: fields.barcode ?? null,
    hsnCode: fields.hsnCode ?? null,
    gstRate: fields.gstRate ?? null,
    gstExempt: fields.gstExempt ?? false,
    price: fields.price ?? null,
    specialPrice: fields.specialPrice ?? null,
    weight: fields.weight ?? null,
    trackInventory: stock?.trackInventory ?? true,
    allowBackorder: stock?.allowBackorder ?? false,
    quantity: stock?.onHand ?? null,
    thumbnail: fields.thumbnail ?? null,
  };
}
