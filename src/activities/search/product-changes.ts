import type { createKeyedPass } from '#activities/_shared/derived-pass.js';
import type { DrainHandler } from '#activities/events/events.activities.js';
import type { KeysOf } from '#activities/_shared/fan-out.js';
import { createSearchProductsRepository } from '#db/search/search-products.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { inventoryEvents, type StockAdjusted } from '#domain/inventory/inventory.events.js';
import { attributeChanged } from '#domain/product-attributes/product-attributes.events.js';
import {
  productImportsEvents,
  type ProductsImported,
} from '#domain/product-imports/product-imports.events.js';
import type { TaxonomyKind } from '#domain/taxonomy/taxonomy-kind.js';
import { taxonomyChanged } from '#domain/taxonomy/taxonomy.events.js';
import {
  vendorReactivated,
  vendorSellingChanged,
  vendorSlugChanged,
  vendorSuspended,
} from '#domain/vendors/vendors.events.js';
import type { Platform } from '#operations/platform.js';
import type { ProductKey } from './index-products.js';

/** Up to so many changed products are indexed in the same round, ahead of a backlog; the drain of the rows takes more. */
const MAX_AT_ONCE = 100;

const isRestock = (event: RecordedEvent) =>
  event.type === inventoryEvents.adjusted.type && (event.payload as unknown as StockAdjusted).delta > 0;

/** The products that an event names. */
function productsOf({ type, payload }: RecordedEvent): string[] {
  if (type === productImportsEvents.imported.type) return (payload as unknown as ProductsImported).productIds;
  return [(payload as { productId: string }).productId];
}

/**
 * Turns events into requests for the products that they name, all in one transaction. A few products are passed at once:
 * another workflow run, and the gap before it, would be most of the time until a changed price is found.
 */
export function createProductChangesHandler(
  { unitOfWork, clock }: Pick<Platform, 'unitOfWork' | 'clock'>,
  pass: ReturnType<typeof createKeyedPass<ProductKey>>,
): DrainHandler {
  const products = createSearchProductsRepository();
  return async (deliveries, control) => {
    const events = deliveries.map(({ event }) => event);
    const changed = [...new Set(events.filter((event) => !isRestock(event)).flatMap(productsOf))];
    await unitOfWork.run(systemContext({ name: 'search-changes' }, clock.now()), async (tx) => {
      await products.request(tx, changed);
      await products.restocked(tx, events.filter(isRestock).flatMap(productsOf));
    });
    const keys = changed.map((productId) => ({ productId }));
    if (keys.length > 0 && keys.length <= MAX_AT_ONCE) await pass(keys, control);
    return deliveries.map(({ id }) => ({ id }));
  };
}

const filedUnder: Record<TaxonomyKind, string> = {
  brands: 'select id as product_id from products where brand_id = ? and deleted_at is null',
  categories: 'select product_id from products_categories where category_id = ?',
  tags: 'select product_id from products_tags where tag_id = ?',
  ingredients: 'select product_id from products_ingredients where ingredient_id = ?',
};

/** The products whose documents show what an event changed: a name, a slug, whether a vendor sells. */
export const productsShowing: KeysOf = ({ type, entityId, payload }) => {
  if (type === taxonomyChanged.type)
    return { select: filedUnder[(payload as { kind: TaxonomyKind }).kind], bindings: [entityId] };
  if (type === attributeChanged.type) {
    // Documents know attributes, not their groups.
    if ((payload as { kind: string }).kind === 'group') return null;
    return {
      select: 'select distinct product_id from products_attributes where attribute_id = ?',
      bindings: [entityId],
    };
  }
  if (
    [vendorSuspended, vendorReactivated, vendorSellingChanged, vendorSlugChanged].some(
      (event) => event.type === type,
    )
  )
    return {
      select: 'select id as product_id from products where vendor_id = ? and deleted_at is null',
      bindings: [entityId],
    };
  return null;
};
