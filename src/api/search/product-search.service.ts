import { categoriesWithin } from '#db/search/category-descendants.query.js';
import { readVendorNames } from '#db/search/vendor-names.query.js';
import { arranges } from '#domain/search/arrange-hits.js';
import type { ProductSearchProduct } from '#domain/search/product-response.js';
import { productShown, productTextOf, type VariantChoice } from '#domain/search/product-text.js';
import type { SearchEventType } from '#domain/search/search-event.js';
import type { ShownVariants } from '#domain/search/shown-variants.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import type {
  FacetEntry,
  SearchFacets,
  SearchFilters,
  SearchQuery,
  SearchResult,
  SearchSort,
} from '#domain/search/search-query.js';
import { suggestionTexts } from '#domain/search/suggestion-texts.js';
import type { Platform } from '#operations/platform.js';
import { searchArranged } from './arranged-search.js';
import {
  type AttributeCatalogue,
  createAttributeCatalogue,
  knownAttributes,
} from '#operations/search/attribute-catalogue.js';
import { createCurrentCuration } from '#operations/search/current-curation.js';
import { createPastQueries } from './past-queries.js';
import { createQueryCounter } from './query-counter.js';
import { createSearchMeasure } from './search-measure.js';
import { type AttributeFacet, attributeFacets, ratingFacet, vendorFacet } from './shown-facets.js';
import { type Understood, type UnderstoodText, understandText } from './understood-text.js';

/** A search as a storefront asks for it; what is left out does not restrict. */
export interface ProductSearchRequest extends Omit<SearchFilters, 'categorySlugs' | 'hasActiveSpecial'> {
  q?: string;
  /** Slugs; what is under these categories is found, too. */
  categories?: readonly string[];
  /** Only true restricts. */
  hasActiveSpecial?: boolean;
  sortBy?: SearchSort;
  page?: number;
  limit?: number;
  facetMode?: 'filtered' | 'disjunctive';
  /** Counted beside brands, attributes and ratings; false where none of them are wanted. */
  facets?: readonly ('categories' | 'ingredients' | 'vendors' | 'price')[] | false;
  /** Whether a price at the end of the text is a filter, as in "diya under 500". */
  understand?: boolean;
  /** All by default. */
  variants?: ShownVariants;
  /** Whether words of the text are left out where no product has all of them; false where the text is a filter. */
  relax?: boolean;
  /** Whether rules of operators apply: where buyers ask for the result of a text or a category, not for a list of the platform's own. */
  arrange?: boolean;
}

export interface ProductSearchMetadata {
  total: number;
  items: number;
  perPage: number;
  currentPage: number;
  lastPage: number;
  /** Where no product has all words: those that were left out, and those that all products found have. */
  relaxed?: { dropped: string[]; matched: string[] };
  /** The text as it was searched for, where words of it were taken for others. */
  didYouMean?: string;
  understood?: Understood;
  /** Where an operator leads this text to instead. */
  redirect?: string;
}

interface ShownFacets {
  brands: FacetEntry[];
  attributes: AttributeFacet[];
  ratings: { rating: number; productCount: number }[];
  categories?: FacetEntry[];
  ingredients?: FacetEntry[];
  vendors?: FacetEntry[];
  price?: { min: number; max: number } | null;
}

export interface ProductSearchData extends ShownFacets {
  products: ProductSearchProduct[];
}

const NOTHING: SearchResult = {
  total: 0,
  hits: [],
  facets: { brands: [], attributes: [], ratings: [0, 0, 0, 0, 0] },
};

const isPrivate = ({ visibility }: SearchDocument) => visibility === 'private';

const NO_SUGGESTIONS = { hits: [], brandNames: [], categoryNames: [], queries: [] };

interface Found extends SearchResult {
  redirect?: string;
  understood?: Understood;
  /** The text and the bounds that were searched for. */
  asked: UnderstoodText;
}

type Deps = Pick<Platform, 'knex' | 'search' | 'clock' | 'logger' | 'metrics' | 'onStop'>;

/** The search of storefronts, over whichever engine holds the index. */
export function createProductSearchService(deps: Deps) {
  const { knex, search: engine } = deps;
  const curation = createCurrentCuration(deps);
  const queries = createQueryCounter(deps);
  const catalogues = createAttributeCatalogue({ knex });
  const pastQueries = createPastQueries(deps);

  const { measure } = createSearchMeasure(deps);

  async function boundsOf(request: ProductSearchRequest): Promise<UnderstoodText> {
    const { q = '', minPrice, maxPrice, understand = false } = request;
    const bounds = { minPrice, maxPrice };
    return understand ? understandText(engine, q, bounds) : { q, bounds };
  }

  /** The rule for the text as it was typed, else for what is left of it without a price. */
  function ruleOf({ arrange = false, q = '', categories }: ProductSearchRequest, asked: string, now: Date) {
    if (!arrange) return undefined;
    return (
      curation.rule({ q, categories }, now) ??
      (asked === q ? undefined : curation.rule({ q: asked, categories }, now))
    );
  }

  async function find(
    request: ProductSearchRequest,
    catalogue: AttributeCatalogue,
    now: Date,
  ): Promise<Found> {
    const { categories, hasActiveSpecial, sortBy = 'relevance', page = 1, limit = 20 } = request;
    const { relax = true } = request;
    const { brandSlugs, tagSlugs, ingredientSlugs, vendors, skus, alsoIds, facets = [] } = request;
    const attributes = knownAttributes(request.attributes, catalogue);
    const categorySlugs = categories && (await categoriesWithin(knex, categories));
    const asked = await boundsOf(request);
    const { q, bounds, understood } = asked;
    if (attributes === null || categorySlugs?.length === 0) return { ...NOTHING, asked };
    const { minRating, maxRating, inStock } = request;
    const rule = ruleOf(request, q, now);
    const query: SearchQuery = {
      q,
      relax,
      sortBy,
      page,
      limit,
      filters: {
        brandSlugs,
        categorySlugs,
        tagSlugs,
        ingredientSlugs,
        vendors,
        skus,
        attributes,
        ...(alsoIds && { alsoIds }),
        ...bounds,
        minRating,
        maxRating,
        inStock,
        hasActiveSpecial: hasActiveSpecial || undefined,
      },
      ...(facets !== false && {
        facets: {
          attributes: catalogue.attributes.map(({ code }) => code),
          disjunctive: request.facetMode === 'disjunctive',
          categories: facets.includes('categories'),
          ingredients: facets.includes('ingredients'),
          vendors: facets.includes('vendors'),
          price: facets.includes('price'),
        },
      }),
    };
    const isArranged = rule && sortBy === 'relevance' && arranges(rule);
    const found = await (isArranged ? searchArranged(engine, query, rule, now) : engine.search(query));
    const redirect = rule?.redirect ?? undefined;
    return {
      ...found,
      asked,
      ...(understood && { understood }),
      ...(redirect !== undefined && { redirect }),
    };
  }

  /** Names are read where vendors are counted: a vendor that is renamed needs no new documents. */
  const vendorsOf = async (counted: readonly FacetEntry[]) =>
    counted.length === 0
      ? []
      : vendorFacet(
          counted,
          await readVendorNames(
            knex,
            counted.map(({ id }) => id),
          ),
        );

  async function respond(request: ProductSearchRequest, now: Date) {
    const catalogue = await catalogues.get();
    const { total, hits, facets, relaxed, corrected, understood, redirect, asked }: Found = await measure(
      'search',
      async (): Promise<Found> => {
        await curation.ensure();
        return find(request, catalogue, now);
      },
      { ...NOTHING, asked: { q: request.q ?? '', bounds: {} } },
    );
    const { q = '', page = 1, limit = 20 } = request;
    const more = request.facets || [];
    // A text that finds only what members see is suggested to nobody.
    if (page === 1 && !hits.some(isPrivate)) queries.count(q, total);
    const counted: SearchFacets = facets ?? { brands: [], attributes: [], ratings: [] };
    const shown: ShownFacets = {
      brands: counted.brands,
      attributes: attributeFacets(counted.attributes, catalogue, {
        total,
        chosen: Object.keys(request.attributes ?? {}),
      }),
      ratings: counted.ratings.length > 0 ? ratingFacet(counted.ratings) : [],
      ...(more.includes('categories') && { categories: counted.categories ?? [] }),
      ...(more.includes('ingredients') && { ingredients: counted.ingredients ?? [] }),
      ...(more.includes('vendors') && { vendors: await vendorsOf(counted.vendors ?? []) }),
      ...(more.includes('price') && { price: counted.price ?? null }),
    };
    const lastPage = Math.ceil(total / limit);
    const { skus, inStock, hasActiveSpecial } = request;
    const conditions = {
      q: asked.q,
      ...asked.bounds,
      skus,
      inStock,
      hasActiveSpecial: hasActiveSpecial || undefined,
    };
    const choice: VariantChoice = { shown: request.variants ?? 'all', conditions };
    return {
      hits,
      shown,
      choice,
      metadata: {
        total,
        items: hits.length,
        perPage: limit,
        currentPage: page,
        lastPage,
        ...(relaxed && { relaxed }),
        ...(corrected !== undefined && { didYouMean: corrected }),
        ...(understood && { understood }),
        ...(redirect !== undefined && { redirect }),
      },
    };
  }

  const productTexts = (hits: readonly SearchDocument[], now: Date, choice: VariantChoice) =>
    `[${hits.map((document) => productTextOf(document, now, choice)).join(',')}]`;

  return {
    /** Counts what a buyer did with a product of a search; it never ranks. */
    countEvent: (q: string, type: SearchEventType): boolean => queries.countEvent(q, type),
    /** Writes what was counted so far. */
    flushQueries: () => queries.flush(),
    /** Reads what others searched for now. */
    readPastQueries: () => pastQueries.refreshNow(),

    /** Products that match, with their documents for callers that need more of them. @throws AppError BAD_GATEWAY, SERVICE_UNAVAILABLE */
    async search(
      request: ProductSearchRequest,
      now: Date,
    ): Promise<{ data: ProductSearchData; metadata: ProductSearchMetadata; documents: SearchDocument[] }> {
      const { hits, shown, metadata, choice } = await respond(request, now);
      const products = hits.map((document) => productShown(document, now, choice));
      return { documents: hits, data: { products, ...shown }, metadata };
    },

    /** The same as JSON: products that were shown before are not written again. @throws AppError BAD_GATEWAY, SERVICE_UNAVAILABLE */
    async searchText(
      request: ProductSearchRequest,
      now: Date,
    ): Promise<{ json: string; metadata: ProductSearchMetadata }> {
      const { hits, shown, metadata, choice } = await respond(request, now);
      const json = `{"products":${productTexts(hits, now, choice)},${JSON.stringify(shown).slice(1)}`;
      return { json, metadata };
    },

    /** Texts that complete what is being typed, and the products that match best, as JSON. @throws AppError BAD_GATEWAY, SERVICE_UNAVAILABLE */
    async suggestText(
      {
        q,
        limit,
        variants,
        alsoIds,
      }: { q: string; limit: number; variants: ShownVariants; alsoIds?: readonly string[] | undefined },
      now: Date,
    ): Promise<string> {
      const { hits, brandNames, categoryNames, queries } = await measure(
        'suggest',
        async () => {
          await curation.ensure();
          const [found, past] = await Promise.all([
            engine.suggest({ q, limit, alsoIds }),
            pastQueries.completing(q),
          ]);
          return { ...found, queries: past };
        },
        NO_SUGGESTIONS,
      );
      const titles = hits.map(({ title }) => title);
      const sources = { queries, brands: brandNames, categories: categoryNames, titles };
      const texts = JSON.stringify(suggestionTexts(sources, limit));
      const choice: VariantChoice = { shown: variants, conditions: { q } };
      return `{"suggestions":${texts},"products":${productTexts(hits, now, choice)}}`;
    },
  };
}

export type ProductSearchService = ReturnType<typeof createProductSearchService>;
