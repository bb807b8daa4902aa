import type { DrainHandler } from '#activities/events/events.activities.js';
import type { FanOutKeys, KeysOf } from '#activities/_shared/fan-out.js';
import { eligibleInOrderSql } from '#db/feeds/eligible-sql.js';
import { createIntentsRepository } from '#db/feeds/intents.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import type { FeedId } from '#domain/feeds/feed.js';
import { feedsEvents } from '#domain/feeds/feeds.events.js';
import { registeredFeeds } from '#domain/feeds/registered-feeds.js';
import type { ProductsImported } from '#domain/product-imports/product-imports.events.js';
import { productsEvents } from '#domain/products/products.events.js';
import { taxonomyChanged } from '#domain/taxonomy/taxonomy.events.js';
import { vendorReactivated, vendorSellingChanged, vendorSuspended } from '#domain/vendors/vendors.events.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'unitOfWork' | 'clock'>;

const registeredIds: readonly FeedId[] = registeredFeeds.map(({ id }) => id);

const changesGroup = new Set<string>([
  productsEvents.variantCreated.type,
  productsEvents.variantDeleted.type,
]);

/** The variants and products that events name. */
function namedBy(events: readonly RecordedEvent[]): { variantIds: string[]; productIds: string[] } {
  const variantIds = new Set<string>();
  const productIds = new Set<string>();
  for (const { type, payload } of events) {
    const {
      variantId,
      productId,
      productIds: many = [],
    } = payload as Partial<ProductsImported> & {
      variantId?: string;
      productId?: string;
    };
    // A variant that comes or goes makes its siblings a group, or ends one.
    if (variantId && !(productId && changesGroup.has(type))) variantIds.add(variantId);
    else if (productId) productIds.add(productId);
    for (const id of many) productIds.add(id);
  }
  return { variantIds: [...variantIds], productIds: [...productIds] };
}

/** Turns a batch of events into intents of all feeds, by one statement. */
export function createCollectHandler(
  { unitOfWork, clock }: Deps,
  feeds: readonly FeedId[] = registeredIds,
): DrainHandler {
  const intents = createIntentsRepository();
  return async (deliveries) => {
    const { variantIds, productIds } = namedBy(deliveries.map(({ event }) => event));
    await unitOfWork.run(systemContext({ name: 'feeds-intents' }, clock.now()), (tx) =>
      intents.appendSelected(
        tx,
        feeds,
        'event',
        `select unnest(?::uuid[]) as variant_id
         union all select id from products_variants where product_id = any(?::uuid[])`,
        [variantIds, productIds],
      ),
    );
    return deliveries.map(({ id }) => ({ id }));
  };
}

const feedList = (feeds: readonly FeedId[]) =>
  `array[${feeds.map((feed) => `'${feed}'`).join(', ')}]::text[]`;

/** Variants of an event that concerns many of them. */
export const variantsOf: KeysOf = (event) => {
  const all = `${feedList(registeredIds)} as feeds, 'fan_out' as origin`;
  switch (event.type) {
    case vendorSuspended.type:
    case vendorReactivated.type:
    case vendorSellingChanged.type:
      return {
        select: `select id as variant_id, ${all} from products_variants where vendor_id = ? and deleted_at is null`,
        bindings: [event.entityId],
      };
    case taxonomyChanged.type:
      return filedUnder(event as unknown as RecordedEvent<{ kind: string }>, all);
    case feedsEvents.bootstrapRequested.type:
      return eligible(event.payload['feed'] as FeedId);
    default:
      return null;
  }
};

function filedUnder({ entityId, payload }: RecordedEvent<{ kind: string }>, all: string): FanOutKeys | null {
  const select = (products: string) =>
    `select v.id as variant_id, ${all} from products p join products_variants v on v.product_id = p.id
     where p.deleted_at is null and v.deleted_at is null and ${products}`;
  if (payload.kind === 'brands') return { select: select('p.brand_id = ?'), bindings: [entityId] };
  if (payload.kind !== 'categories') return null;
  const tree = `with recursive tree as (
      select id from taxonomy_categories where id = ?
      union select c.id from tree join taxonomy_categories c on c.parent_id = tree.id
    ) select id from tree`;
  return { select: select(`p.primary_category_id in (${tree})`), bindings: [entityId] };
}

function eligible(feed: FeedId): FanOutKeys {
  return {
    select: `select v.id as variant_id, ${feedList([feed])} as feeds, 'bootstrap' as origin ${eligibleInOrderSql}`,
  };
}
