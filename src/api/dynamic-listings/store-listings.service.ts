import type { CachedText } from '#db/kernel/content-cache.js';
import { readListedReviews } from '#db/dynamic-listings/listed-reviews.query.js';
import {
  readStoreListing,
  readStoreListingGroup,
  readStoreListingGroups,
} from '#db/dynamic-listings/store-dynamic-listings.query.js';
import type { Metadata } from '#domain/_shared/json.js';
import type { Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ShownVariants } from '#domain/search/shown-variants.js';
import { type AskedFilters, mergedFilters } from '#domain/dynamic-listings/listing-filters.js';
import type { ProductSearchService } from '#api/search/product-search.service.js';
import { publicReviewResponse } from '#api/reviews/reviews.schemas.js';
import type { Platform } from '#operations/platform.js';
import { readSavedFilters } from './listing-filters.schemas.js';

type Deps = Pick<Platform, 'knex' | 'content'> & { productSearch: Pick<ProductSearchService, 'search'> };

/** Listings as storefronts read them. */
export function createStoreListingsService({ knex, content, productSearch }: Deps) {
  const found = (cached: CachedText | null, entity: string): CachedText => {
    if (!cached) throw platformErrors.notFound({ entity });
    return cached;
  };
  const read = (key: string, load: () => Promise<string | null>) =>
    content.read(['dynamic-listings'], key, load);
  const listing = async (slug: string) =>
    found(await read(`listing ${slug}`, () => readStoreListing(knex, slug)), 'Dynamic listing');

  return {
    /** A page of the groups by title, without their listings. */
    async groups(
      limit: number,
      offset: number,
    ): Promise<{ page: Page<unknown>; json: string; etag: string }> {
      const cached = await read(`groups ${limit} ${offset}`, () =>
        readStoreListingGroups(knex, limit, offset),
      );
      const { text, etag } = cached ?? { text: '0 []', etag: '"empty"' };
      const space = text.indexOf(' ');
      const total = Number(text.slice(0, space));
      const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) });
      return { page: { rows, total, limit, offset }, json: text.slice(space + 1), etag };
    },

    /** A group with its listings in their order. @throws AppError NOT_FOUND */
    async group(slug: string): Promise<CachedText> {
      const cached = await read(`listing-group ${slug}`, () => readStoreListingGroup(knex, slug));
      return found(cached, 'Dynamic listing group');
    },

    /** A listing, without its products. @throws AppError NOT_FOUND */
    listing,

    /**
     * The products that a listing finds now: its saved filters, replaced field by field by those that are asked for.
     * @throws AppError NOT_FOUND, BAD_GATEWAY
     */
    async products(
      slug: string,
      asked: AskedFilters,
      {
        facets,
        ...paging
      }: {
        page?: number;
        limit?: number;
        facets?: boolean;
        variants?: ShownVariants;
        alsoIds?: readonly string[] | undefined;
      },
      now: Date,
    ) {
      const { filters } = JSON.parse((await listing(slug)).text) as { filters: Metadata | null };
      const {
        brands: brandSlugs,
        tags: tagSlugs,
        ingredients: ingredientSlugs,
        withReviews,
        ...rest
      } = mergedFilters(readSavedFilters(filters), asked);
      const { data, metadata } = await productSearch.search(
        {
          ...rest,
          brandSlugs,
          tagSlugs,
          ingredientSlugs,
          ...paging,
          // The words of a listing say what belongs to it.
          relax: false,
          facets: facets !== false && ['ingredients'],
        },
        now,
      );
      const { products, brands, ingredients = [], attributes } = data;
      const reviews = withReviews
        ? await readListedReviews(
            knex,
            products.map(({ id }) => id),
          )
        : undefined;
      return {
        data: {
          products: products.map((product) =>
            reviews
              ? { ...product, reviews: (reviews.get(product.id) ?? []).map(publicReviewResponse) }
              : product,
          ),
          brands,
          ingredients,
          attributes: Object.fromEntries(
            attributes.map(({ code, title, values }) => [code, { title, values }]),
          ),
        },
        metadata,
      };
    },
  };
}

export type StoreListingsService = ReturnType<typeof createStoreListingsService>;
