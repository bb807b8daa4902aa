import { readCoupons, readListingFilters, readShownProducts } from '#db/campaigns/shown-content.query.js';
import type { CampaignBlock } from '#domain/campaigns/campaign-blocks.js';
import {
  couponKey,
  listingKey,
  NOTHING_SHOWN,
  referencesOf,
  type ShownContent,
  type ShownCoupon,
  showsNothing,
} from '#domain/campaigns/shown-content.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';
import { createSavedSearchProducts } from '#operations/search/saved-search-products.js';

/** Of a listing more than are shown are asked for: what has been sold out since it was indexed is left out. */
const SPARE = 8;

/** Reads what the blocks of a campaign show of the shop at this moment. Outside of a transaction: the search is another server. */
export function createShownContentReader(deps: Pick<Platform, 'knex' | 'search' | 'clock' | 'settings'>) {
  const { knex, settings } = deps;
  const savedSearchProducts = createSavedSearchProducts(deps);

  /** @throws SearchUnavailable, SearchIndexMissing for a campaign with a listing */
  return async function readShownContent(blocks: readonly CampaignBlock[], now: Date): Promise<ShownContent> {
    const references = referencesOf(blocks);
    const currency = settings.get(storeSettings.currency);
    if (showsNothing(references)) return { ...NOTHING_SHOWN, currency };
    const found = await listed(references.listings);
    const ids = [...new Set([...references.productIds, ...[...found.values()].flat()])];
    const products = new Map((await readShownProducts(knex, ids, now)).map((item) => [item.id, item]));
    const listings = references.listings.map(({ listingId, count }): [string, string[]] => {
      const buyable = (found.get(listingKey(listingId, count)) ?? []).filter((id) => products.has(id));
      return [listingKey(listingId, count), buyable.slice(0, count)];
    });
    const shown = new Set([...references.productIds, ...listings.flatMap(([, listedIds]) => listedIds)]);
    return {
      products: Object.fromEntries([...products].filter(([id]) => shown.has(id))),
      listings: Object.fromEntries(listings),
      coupons: await couponsOf(references.coupons, now),
      currency,
    };
  };

  async function listed(wanted: readonly { listingId: string; count: number }[]) {
    const found = new Map<string, string[]>();
    if (wanted.length === 0) return found;
    const filters = await readListingFilters(
      knex,
      wanted.map(({ listingId }) => listingId),
    );
    for (const { listingId, count } of wanted) {
      const saved = filters.get(listingId);
      if (saved === undefined) continue;
      found.set(listingKey(listingId, count), await savedSearchProducts(saved, count + SPARE));
    }
    return found;
  }

  async function couponsOf(
    wanted: readonly { discountId: string; codes: 'own' | 'bulk' }[],
    now: Date,
  ): Promise<Record<string, ShownCoupon>> {
    const rows = await readCoupons(
      knex,
      wanted.map(({ discountId }) => discountId),
      now,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return Object.fromEntries(
      wanted.flatMap(({ discountId, codes }): [string, ShownCoupon][] => {
        const row = byId.get(discountId);
        if (!row) return [];
        const { name, code, endsAt } = row;
        const own = codes === 'own' ? code : null;
        return [
          [
            couponKey(discountId, codes),
            { discountId, name, code: own, endsAt: endsAt?.toISOString() ?? null },
          ],
        ];
      }),
    );
  }
}

export type ReadShownContent = ReturnType<typeof createShownContentReader>;
