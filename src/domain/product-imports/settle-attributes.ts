import { type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { productBounds } from '#domain/products/product-matrix.js';
import type { ProductPart, ImportedAttribute } from './import-batch.js';
import type { RowError } from './imported-product.js';
import { mergeAttributes } from './merge-attributes.js';
import { attributeNote } from './read-attributes.js';
import type { StoredProduct } from './stored-product.js';

/** A live product, of any vendor, that has a value of a unique attribute. */
export const uniqueHolderColumns = { attributeId: uuid, uniqueValue: text, productId: uuid };
export type UniqueHolder = RowOf<typeof uniqueHolderColumns>;

type Claim = Pick<UniqueHolder, 'attributeId' | 'uniqueValue'>;

const keyOf = ({ attributeId, uniqueValue }: Claim) => `${attributeId} ${uniqueValue}`;

function claimsOf({ attributeId, values }: ImportedAttribute): Claim[] {
  return values.flatMap(({ uniqueValue }) => (uniqueValue === null ? [] : [{ attributeId, uniqueValue }]));
}

/** The values that must belong to one product alone. */
export function uniqueClaims(parts: readonly ProductPart[]): Claim[] {
  return parts.flatMap(({ attributes }) => (attributes ?? []).flatMap(claimsOf));
}

/**
 * Takes out attributes that a product cannot be assigned, each with a note: one that its group requires and the cell
 * clears, more than a product may have, and a unique value of another product.
 */
export function settleAttributes(
  parts: readonly ProductPart[],
  stored: ReadonlyMap<string, StoredProduct>,
  holders: readonly UniqueHolder[],
): { parts: ProductPart[]; notes: RowError[] } {
  const notes: RowError[] = [];
  const kept = parts.map((part): ProductPart => {
    const product = stored.get(part.handle);
    const attributes = part.attributes?.filter((attribute) => {
      const reason = refusalOf(attribute, product);
      if (reason) notes.push(attributeNote(part, attribute.column, reason));
      return !reason;
    });
    return { ...part, attributes: attributes && bounded({ ...part, attributes }, product, notes) };
  });
  return { parts: withoutClashes(kept, stored, holders, notes), notes };
}

function refusalOf({ attributeId, title, values }: ImportedAttribute, product: StoredProduct | undefined) {
  if (values.length > 0 || !product?.requiredAttributeIds?.includes(attributeId)) return undefined;
  if (!product.assignments?.some((row) => row.attributeId === attributeId)) return undefined;
  return `The attribute group of this product requires ${title}, so that it cannot be cleared.`;
}

/** Attributes in the order of the file, as long as the product has no more assignments than it may. */
function bounded(
  part: ProductPart & { attributes: ImportedAttribute[] },
  product: StoredProduct | undefined,
  notes: RowError[],
): ImportedAttribute[] {
  const fitting: ImportedAttribute[] = [];
  for (const attribute of part.attributes) {
    const merged = mergeAttributes(product?.catalog.attributes ?? [], [...fitting, attribute]) ?? [];
    const count = merged.reduce((sum, { values }) => sum + values.length, 0);
    if (attribute.values.length === 0 || count <= productBounds.assignments) fitting.push(attribute);
    else {
      const reason = `A product is assigned at most ${productBounds.assignments} values.`;
      notes.push(attributeNote(part, attribute.column, reason));
    }
  }
  return fitting;
}

/**
 * A unique value goes to the product that has it, unless the file gives that product another, and else to the first
 * in the file. An attribute that is left out keeps its stored value, which may stand in the way of another product:
 * owners are worked out again until nothing is left out.
 */
function withoutClashes(
  parts: ProductPart[],
  stored: ReadonlyMap<string, StoredProduct>,
  holders: readonly UniqueHolder[],
  notes: RowError[],
): ProductPart[] {
  for (let settled = parts; ;) {
    const owners = ownersOf(settled, stored, holders);
    let clashes = false;
    settled = settled.map((part) => {
      const attributes = part.attributes?.filter((attribute) => {
        const lost = claimsOf(attribute).some((claim) => owners.get(keyOf(claim)) !== part.handle);
        if (lost) {
          const reason = `Another product has this value, and no two have the same ${attribute.title}.`;
          notes.push(attributeNote(part, attribute.column, reason));
        }
        clashes ||= lost;
        return !lost;
      });
      return attributes?.length === part.attributes?.length ? part : { ...part, attributes };
    });
    if (!clashes) return settled;
  }
}

/** The handle of the product that each unique value goes to; an empty one for a product outside of the batch. */
function ownersOf(
  parts: readonly ProductPart[],
  stored: ReadonlyMap<string, StoredProduct>,
  holders: readonly UniqueHolder[],
): Map<string, string> {
  const inBatch = new Map(
    parts.flatMap((part) => {
      const id = stored.get(part.handle)?.id;
      return id === undefined ? [] : [[id, part] as const];
    }),
  );
  const owners = new Map<string, string>();
  for (const holder of holders) {
    const part = inBatch.get(holder.productId);
    const imported = part?.attributes?.find(({ attributeId }) => attributeId === holder.attributeId);
    const keeps = !imported || claimsOf(imported).some((claim) => keyOf(claim) === keyOf(holder));
    if (keeps) owners.set(keyOf(holder), part?.handle ?? '');
  }
  for (const { handle, attributes } of parts) {
    for (const claim of (attributes ?? []).flatMap(claimsOf)) {
      if (!owners.has(keyOf(claim))) owners.set(keyOf(claim), handle);
    }
  }
  return owners;
}
