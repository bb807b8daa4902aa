import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { searchArranged } from '#api/search/arranged-search.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import type { SearchFilters, SearchQuery } from '#domain/search/search-query.js';
import type { Arrangement } from '#domain/search/search-rule.js';
import { type SearchEngine, SearchIndexMissing } from '#integrations/search/search-engine.js';
import { attributesOf, brandOf, documentOf, idOf, queryOf } from './search-documents.js';

const COLLECTION = 'products_v7';
const lamps = { categoryIds: [idOf(701)], categorySlugs: ['lamps'], categoryNames: ['Lamps'] };
const festive = { tagIds: [idOf(601)], tagSlugs: ['festive'], tagNames: ['Festive'] };
const clay = { ingredientIds: [idOf(501)], ingredientSlugs: ['clay'], ingredientNames: ['Clay'] };

/** Every document says by its number what it is about. */
const documents: SearchDocument[] = [
  documentOf(1, {
    title: 'Brass Diya Lamp',
    ...brandOf(1, 'Aanya'),
    ...lamps,
    ...festive,
    ...attributesOf({ colour: ['gold'], size: ['s', 'm'] }),
    priceMin: 500,
    priceMax: 900,
    ratingAverage: 4.5,
    ratingCount: 10,
    totalInventory: 5,
    skus: ['A-1', 'A-2'],
  }),
  documentOf(2, {
    title: 'Clay Diya',
    ...brandOf(2, 'Bodhi'),
    ...lamps,
    ...clay,
    ...attributesOf({ colour: ['red'], size: ['m'] }),
    priceMin: 100,
    priceMax: 100,
    ratingAverage: 3.5,
    ratingCount: 4,
    totalInventory: 50,
    vendorId: idOf(9_001),
    vendorSlug: 'other',
  }),
  documentOf(3, {
    title: 'Silk Saree',
    ...brandOf(1, 'Aanya'),
    ...festive,
    ...attributesOf({ colour: ['red', 'gold'] }),
    priceMin: 5_000,
    priceMax: 5_000,
    inStock: false,
    totalInventory: 0,
    ratingAverage: 5,
    ratingCount: 1,
  }),
  documentOf(4, {
    title: 'Café Crème Mug',
    description: '<p class="x">A <b>ceramic</b> mug for chai &amp; coffee</p>',
    priceMin: -1,
    priceMax: -1,
    inStock: true,
    totalInventory: 1,
  }),
  documentOf(5, {
    title: 'पीतल का झरोखा',
    subtitle: 'Handmade lamps',
    priceMin: 300,
    priceMax: 300,
    hasActiveSpecial: true,
    ratingAverage: 3.5,
    ratingCount: 9,
  }),
  documentOf(6, { title: 'Not yet published', publishedAtTs: 0 }),
  documentOf(7, {
    title: 'Chocolate cookies',
    ...brandOf(3, 'Zed'),
    priceMin: 200,
    priceMax: 250,
    hasActiveSpecial: true,
    ratingAverage: 0,
  }),
];
const SEARCHABLE = [1, 2, 3, 4, 5, 7];

/** What every engine has to do, over a collection of its own behind the alias. */
export function describeEngine(
  name: string,
  open: () => Promise<{ engine: SearchEngine; close(): Promise<void> }>,
) {
  describe(`the ${name} engine`, () => {
    let engine: SearchEngine;
    let close: () => Promise<void>;

    beforeAll(async () => {
      ({ engine, close } = await open());
      await engine.dropCollection(COLLECTION);
      await engine.createCollection(COLLECTION);
      const outcomes = await engine.write(
        [COLLECTION],
        documents.map((document) => ({ kind: 'upsert', document })),
      );
      expect(outcomes.map(({ error }) => error)).toEqual(documents.map(() => undefined));
      await engine.swapAlias(COLLECTION);
    });
    afterAll(async () => {
      await engine.dropCollection(COLLECTION);
      await close();
    });

    const numbers = (hits: SearchDocument[]) => hits.map(({ id }) => Number(id.slice(-6)));
    const find = async (fields: Partial<SearchQuery>, filters?: SearchFilters) =>
      numbers((await engine.search(queryOf(fields, filters))).hits);
    const found = async (filters: SearchFilters) => (await find({}, filters)).sort((a, b) => a - b);

    it('finds what is published, whole, and nothing else', async () => {
      const { hits, total } = await engine.search(queryOf());
      expect(numbers(hits).sort((a, b) => a - b)).toEqual(SEARCHABLE);
      expect(total).toBe(6);
      expect(hits.find(({ id }) => id === idOf(1))).toMatchObject(documents[0] ?? {});
      expect(await engine.readAlias()).toBe(COLLECTION);
    });

    it.each([
      ['words of the title, whatever their case and accents', 'CAFE creme', [4]],
      ['all words, not some', 'brass mug', []],
      ['plurals and singulars', 'cookie', [7]],
      ['singulars by their plural', 'lamp', [1, 2, 5]],
      ['the beginning of the last word', 'choc', [7]],
      ['one typo from four letters', 'brsas', [1]],
      ['no typo below four letters', 'mgu', []],
      ['two typos from eight letters', 'chcoolte', [7]],
      ['the brand', 'bodhi', [2]],
      ['words of the description, not its markup', 'ceramic chai', [4]],
      ['no markup', 'class', []],
      ['Indian scripts', 'झरोखा', [5]],
      ['plurals of Hindi', 'झरोखे', [5]],
      ['the slug', 'product-7', [7]],
      ['operators as text', '-brass "diya"', [1]],
      ['nothing but signs as everything', '"-"', SEARCHABLE],
      ['unknown words as nothing', 'xylophone', []],
    ])('matches %s', async (_what, q, expected) => {
      expect((await find({ q })).sort((a, b) => a - b)).toEqual(expected);
    });

    it('puts the better match first, then what is in stock', async () => {
      const [best, ...others] = await find({ q: 'lamp' });
      expect([best, others.sort()]).toEqual([1, [2, 5]]);
      expect(await find({ q: 'clay diya' })).toEqual([2]);
      expect(await find({ q: 'aanya' })).toEqual([1, 3]);
      expect(await find({})).toEqual([1, 2, 4, 5, 7, 3]);
    });

    it.each([
      ['price-asc', [2, 7, 5, 1, 4, 3]],
      ['price-desc', [1, 5, 7, 2, 4, 3]],
      ['new', [7, 5, 4, 3, 2, 1]],
      ['best-selling', [7, 5, 4, 3, 2, 1]],
      ['inventory-high', [2, 5, 7, 1, 4, 3]],
      ['inventory-low', [4, 1, 5, 7, 2, 3]],
      ['rating-desc', [3, 1, 5, 2, 4, 7]],
      ['rating-asc', [4, 7, 5, 2, 1, 3]],
    ] as const)('sorts by %s', async (sortBy, expected) => {
      expect(await find({ sortBy })).toEqual(expected);
    });

    it.each<[string, SearchFilters, number[]]>([
      ['brands', { brandSlugs: ['aanya', 'bodhi'] }, [1, 2, 3]],
      ['an unknown brand', { brandSlugs: ['nobody'] }, []],
      ['categories', { categorySlugs: ['lamps'] }, [1, 2]],
      ['a tag', { tagSlugs: ['festive'] }, [1, 3]],
      ['ingredients', { ingredientSlugs: ['clay'] }, [2]],
      ['vendors by slug', { vendors: ['other'] }, [2]],
      ['vendors by id', { vendors: [idOf(9_001)] }, [2]],
      ['SKUs', { skus: ['A-2', 'A-9'] }, [1]],
      ['values of an attribute', { attributes: { colour: ['red'] } }, [2, 3]],
      ['alternatives of an attribute', { attributes: { colour: ['red', 'gold'] } }, [1, 2, 3]],
      ['several attributes', { attributes: { colour: ['gold'], size: ['m'] } }, [1]],
      ['values exactly', { attributes: { colour: ['Red'] } }, []],
      ['no beginning of a value', { attributes: { colour: ['re*'] } }, []],
      ['no part of a SKU', { skus: ['A'] }, []],
      ['a range of prices that overlaps', { minPrice: 600, maxPrice: 700 }, [1]],
      ['the lowest price', { minPrice: 900 }, [1, 3]],
      ['the highest price, without what has none', { maxPrice: 300 }, [2, 5, 7]],
      ['prices beyond any', { maxPrice: 9_000_000_000_000 }, [1, 2, 3, 5, 7]],
      ['ratings', { minRating: 3.5, maxRating: 4.5 }, [1, 2, 5]],
      ['what is in stock', { inStock: true }, [1, 2, 4, 5, 7]],
      ['what is not', { inStock: false }, [3]],
      ['special prices', { hasActiveSpecial: true }, [5, 7]],
      [
        'everything together',
        { brandSlugs: ['aanya'], tagSlugs: ['festive'], inStock: true, maxPrice: 500 },
        [1],
      ],
      ['an empty list', { brandSlugs: [] }, []],
      ['products, those that are on sale', { ids: [idOf(3), idOf(6), idOf(7), idOf(99)] }, [3, 7]],
      ['all but these products', { exceptIds: [idOf(3), idOf(7), idOf(99)] }, [1, 2, 4, 5]],
    ])('filters by %s', async (_what, filters, expected) => {
      expect(await found(filters)).toEqual(expected);
    });

    it('pages, also past the end', async () => {
      const page = async (n: number) => {
        const { hits, total } = await engine.search(queryOf({ sortBy: 'new', page: n, limit: 4 }));
        return { hits: numbers(hits), total };
      };
      expect(await page(1)).toEqual({ hits: [7, 5, 4, 3], total: 6 });
      expect(await page(2)).toEqual({ hits: [2, 1], total: 6 });
      expect(await page(1_000)).toEqual({ hits: [], total: 6 });
    });

    describe('arranged by a rule', () => {
      const now = new Date(2_000_000_000_000);
      const rule = (fields: Partial<Arrangement>): Arrangement => ({
        pins: [],
        buried: [],
        boosts: [],
        ...fields,
      });
      const arranged = async (
        fields: Partial<SearchQuery>,
        arrangement: Partial<Arrangement>,
        filters?: SearchFilters,
      ) => {
        const found = await searchArranged(engine, queryOf(fields, filters), rule(arrangement), now);
        return { hits: numbers(found.hits), total: found.total };
      };
      const pin = (n: number, position: number) => ({ productId: idOf(n), position });

      it('skips products of a page by an offset', async () => {
        expect(await find({ sortBy: 'new', offset: 1, limit: 3 })).toEqual([5, 4, 3]);
        expect(await find({ sortBy: 'new', offset: 5, limit: 3 })).toEqual([1]);
      });

      it('pins what is on sale, in stock and passes the filters, whether or not it has the words', async () => {
        expect(await find({ q: 'lamp' })).toHaveLength(3);
        const pins = [pin(3, 1), pin(6, 2), pin(5, 3), pin(7, 4), pin(99, 5)];
        const { hits, total } = await arranged({ q: 'lamp' }, { pins });
        // 3 is sold out, 6 is not published, 99 is none; 5 has the word, 7 has it not.
        expect([hits[2], hits[3], total]).toEqual([5, 7, 4]);
        const cheap = await arranged({ q: 'lamp' }, { pins }, { maxPrice: 150 });
        expect(cheap).toEqual({ hits: [2], total: 1 });
        const soldOut = await arranged({}, { pins: [pin(1, 1)] }, { inStock: false });
        expect(soldOut).toEqual({ hits: [3], total: 1 });
      });

      it('pages without repeats, and leaves total and facets as they are', async () => {
        const arrangement = {
          pins: [pin(7, 2), pin(4, 5)],
          buried: [idOf(1), idOf(6)],
          boosts: [{ kind: 'brand', id: idOf(8_002), strength: 3 } as const],
        };
        const whole = await arranged({}, arrangement);
        expect([whole.hits[1], whole.hits[4], whole.hits[5], whole.total]).toEqual([7, 4, 1, 6]);
        expect(whole.hits[0]).toBe(2);
        for (const limit of [1, 2, 4]) {
          const pages = await Promise.all(
            Array.from({ length: Math.ceil(6 / limit) }, (_, n) =>
              arranged({ page: n + 1, limit }, arrangement),
            ),
          );
          expect(pages.flatMap(({ hits }) => hits)).toEqual(whole.hits);
          expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([6]));
        }
        const counts = { attributes: ['colour'], categories: true, price: true };
        const plain = await engine.search(queryOf({ facets: counts }));
        const counted = await searchArranged(engine, queryOf({ facets: counts }), rule(arrangement), now);
        expect(counted.facets).toEqual(plain.facets);
      });
    });

    const facets = {
      attributes: ['colour', 'size'],
      categories: true,
      ingredients: true,
      vendors: true,
      price: true,
    };

    it('counts the facets of what it finds', async () => {
      const result = await engine.search(queryOf({ facets }));
      expect(result.facets).toEqual({
        brands: [
          { id: idOf(8_001), slug: 'aanya', name: 'Aanya', productCount: 2 },
          { id: idOf(8_002), slug: 'bodhi', name: 'Bodhi', productCount: 1 },
          { id: idOf(8_003), slug: 'zed', name: 'Zed', productCount: 1 },
        ],
        attributes: expect.arrayContaining([
          {
            code: 'colour',
            values: [
              { value: 'gold', productCount: 2 },
              { value: 'red', productCount: 2 },
            ],
          },
          {
            code: 'size',
            values: [
              { value: 'm', productCount: 2 },
              { value: 's', productCount: 1 },
            ],
          },
        ]),
        ratings: [1, 2, 4, 4, 4],
        categories: [{ id: idOf(701), slug: 'lamps', name: 'Lamps', productCount: 2 }],
        ingredients: [{ id: idOf(501), slug: 'clay', name: 'Clay', productCount: 1 }],
        vendors: [
          { id: idOf(9_000), slug: 'haat', name: '', productCount: 5 },
          { id: idOf(9_001), slug: 'other', name: '', productCount: 1 },
        ],
        price: { min: 100, max: 5_000 },
      });
    });

    it('counts nothing where nothing matches', async () => {
      const result = await engine.search(queryOf({ facets, q: 'xylophone' }));
      expect(result).toEqual({
        total: 0,
        hits: [],
        facets: {
          brands: [],
          attributes: [],
          ratings: [0, 0, 0, 0, 0],
          categories: [],
          ingredients: [],
          vendors: [],
          price: null,
        },
      });
    });

    it('counts each group without its own filter when facets are disjunctive', async () => {
      const filters = { brandSlugs: ['aanya'], attributes: { colour: ['gold'] } };
      const narrow = await engine.search(queryOf({ facets }, filters));
      expect(narrow.facets?.brands.map(({ slug }) => slug)).toEqual(['aanya']);
      const wide = await engine.search(queryOf({ facets: { ...facets, disjunctive: true } }, filters));
      expect([wide.total, numbers(wide.hits)]).toEqual([2, [1, 3]]);
      expect(wide.facets?.brands).toEqual([
        { id: idOf(8_001), slug: 'aanya', name: 'Aanya', productCount: 2 },
      ]);
      const colours = wide.facets?.attributes.find(({ code }) => code === 'colour')?.values;
      expect(colours).toEqual([
        { value: 'gold', productCount: 2 },
        { value: 'red', productCount: 1 },
      ]);
      const red = await engine.search(
        queryOf(
          { facets: { ...facets, disjunctive: true } },
          { attributes: { colour: ['red'] }, brandSlugs: ['bodhi'] },
        ),
      );
      expect(red.facets?.brands.map(({ slug, productCount }) => [slug, productCount])).toEqual([
        ['aanya', 1],
        ['bodhi', 1],
      ]);
      expect([red.total, red.facets?.ratings]).toEqual([1, [0, 0, 1, 1, 1]]);
      const other = await engine.search(
        queryOf({ facets: { ...facets, disjunctive: true } }, { vendors: ['other'] }),
      );
      expect(other.facets?.vendors?.map(({ slug, productCount }) => [slug, productCount])).toEqual([
        ['haat', 5],
        ['other', 1],
      ]);
      expect([other.total, other.facets?.brands.map(({ slug }) => slug)]).toEqual([1, ['bodhi']]);
    });

    it('uses synonyms: equal words, one-way words and phrases', async () => {
      await engine.useSynonyms([
        { id: idOf(1), root: null, words: ['diya', 'deepak'] },
        { id: idOf(2), root: 'beverage', words: ['chai'] },
        { id: idOf(3), root: null, words: ['sari cloth', 'saree'] },
      ]);
      const results = await Promise.all(
        ['deepak', 'beverage', 'sari cloth', 'clay deepak'].map(async (q) => (await find({ q })).sort()),
      );
      expect(results).toEqual([[1, 2], [4], [3], [2]]);
      await engine.useSynonyms([]);
      expect(await find({ q: 'deepak' })).toEqual([]);
    });

    it('leaves out words where no product has all of them, and never loosens filters', async () => {
      const relaxed = async (q: string, filters?: SearchFilters) => {
        const result = await engine.search(queryOf({ q, relax: true }, filters));
        return [numbers(result.hits).sort(), result.total, result.relaxed];
      };
      expect(await relaxed('the best brass diya for home')).toEqual([
        [1],
        1,
        { dropped: ['the', 'best', 'for', 'home'], matched: ['brass', 'diya'] },
      ]);
      expect(await relaxed('brass diya xylophone')).toEqual([
        [1],
        1,
        { dropped: ['xylophone'], matched: ['brass', 'diya'] },
      ]);
      expect(await relaxed('xylophone trumpet')).toEqual([[], 0, undefined]);
      expect(await relaxed('xylophone')).toEqual([[], 0, undefined]);
      expect(await relaxed('brass diya', { brandSlugs: ['nobody'] })).toEqual([[], 0, undefined]);
      expect((await engine.search(queryOf({ q: 'shiny brass diya' }))).total).toBe(0);
    });

    it('suggests brands and the best products', async () => {
      const brand = await engine.suggest({ q: 'bod', limit: 5 });
      expect([brand.brandNames, numbers(brand.hits)]).toEqual([['Bodhi'], [2]]);
      expect(numbers((await engine.suggest({ q: 'brass di', limit: 5 })).hits)).toEqual([1]);
    });

    it('finds private documents for those who see them alone, counted with the rest', async () => {
      const own = documentOf(8, { title: 'Zaffre vase', visibility: 'private', ...brandOf(1, 'Aanya') });
      await engine.write([COLLECTION], [{ kind: 'upsert', document: own }]);
      const alsoIds = [own.id];
      const asOthers = [undefined, { alsoIds: [idOf(3)] }, { alsoIds }].map((filters) =>
        find({ q: 'zaffre' }, filters),
      );
      expect(await Promise.all(asOthers)).toEqual([[], [], [8]]);
      expect(await found({ brandSlugs: ['aanya'] })).toEqual([1, 3]);
      expect(await found({ brandSlugs: ['aanya'], alsoIds })).toEqual([1, 3, 8]);
      const { total, facets } = await engine.search(queryOf({ facets: { attributes: [] } }, { alsoIds }));
      expect([total, facets?.brands[0]?.productCount]).toEqual([SEARCHABLE.length + 1, 3]);
      const suggested = async (also?: string[]) =>
        numbers((await engine.suggest({ q: 'zaff', limit: 5, alsoIds: also })).hits);
      expect([await suggested(), await suggested(alsoIds)]).toEqual([[], [8]]);
      await engine.write([COLLECTION], [{ kind: 'delete', productId: own.id, at: Date.now() }]);
    });

    it('replaces and removes documents, each with its outcome', async () => {
      const other = documentOf(20, { title: 'Velvet cushion', indexedAtTs: 2_000 });
      const [added] = await engine.write([COLLECTION], [{ kind: 'upsert', document: other }]);
      expect(added).toEqual({ productId: other.id, existed: false });
      await engine.write(
        [COLLECTION],
        [{ kind: 'upsert', document: { ...other, title: 'Linen cushion', indexedAtTs: 3_000 } }],
      );
      expect([await find({ q: 'velvet' }), await find({ q: 'linen' })]).toEqual([[], [20]]);
      const [removed] = await engine.write(
        [COLLECTION],
        [{ kind: 'delete', productId: other.id, at: 4_000 }],
      );
      expect(removed).toMatchObject({ productId: other.id, existed: true });
      expect(await find({ q: 'cushion' })).toEqual([]);
    });

    it('lists the ids of its documents in order, of one vendor too', async () => {
      const all = await engine.listIds(COLLECTION, { after: null, limit: 100, vendorId: null });
      expect(all).toEqual(documents.map(({ id }) => id));
      expect(await engine.listIds(COLLECTION, { after: idOf(5), limit: 1, vendorId: null })).toEqual([
        idOf(6),
      ]);
      expect(await engine.listIds(COLLECTION, { after: null, limit: 9, vendorId: idOf(9_001) })).toEqual([
        idOf(2),
      ]);
    });

    it('keeps answering while the alias moves', async () => {
      const next = 'products_v8';
      await engine.dropCollection(next);
      await engine.createCollection(next);
      await engine.write(
        [next],
        documents.map((document) => ({ kind: 'upsert', document })),
      );
      const totals: number[] = [];
      let moving = true;
      const searching = (async () => {
        while (moving) totals.push((await engine.search(queryOf())).total);
      })();
      await engine.swapAlias(next);
      await engine.dropCollection(COLLECTION);
      totals.push((await engine.search(queryOf())).total);
      moving = false;
      await searching;
      expect(new Set(totals)).toEqual(new Set([6]));
      await engine.dropCollection(next);
      expect(await engine.readAlias()).toBeNull();
      await expect(engine.search(queryOf())).rejects.toThrow(SearchIndexMissing);
      await expect(engine.suggest({ q: 'lamp', limit: 5 })).rejects.toThrow(SearchIndexMissing);
    });
  });
}
