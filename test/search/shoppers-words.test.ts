import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SearchDocument } from '#domain/search/search-document.js';
import { createEmbeddedEngine } from '#integrations/search/embedded/embedded-engine.js';
import type { SearchEngine } from '#integrations/search/search-engine.js';
import { searchDatabaseOf } from '#runtime/search-database.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { brandOf, documentOf, idOf, queryOf } from './search-documents.js';

const COLLECTION = 'words_v1';
let kernel: TestKernel;
let engine: SearchEngine;
let clock = 0;

beforeAll(async () => {
  kernel = await startKernel();
  engine = createEmbeddedEngine(searchDatabaseOf(kernel.container.knex), () => (clock += 10_000));
});
afterAll(() => kernel.stop());
beforeEach(async () => {
  await engine.dropCollection(COLLECTION);
  await engine.createCollection(COLLECTION);
  await engine.swapAlias(COLLECTION);
  await engine.useSynonyms([]);
});

const write = (...documents: SearchDocument[]) =>
  engine.write(
    [COLLECTION],
    documents.map((document) => ({ kind: 'upsert', document })),
  );
const titled = (...titles: string[]) => write(...titles.map((title, n) => documentOf(n + 1, { title })));
const many = (title: string, from: number, times = 25) =>
  write(...Array.from({ length: times }, (_, n) => documentOf(from + n, { title: `${title} ${n}` })));
const find = async (q: string, limit = 3) => {
  const { hits, ...rest } = await engine.search(queryOf({ q, limit, relax: true }));
  return { titles: hits.map(({ title }) => title), ...rest };
};
const titlesFor = async (q: string) => (await find(q, 50)).titles;

describe('words of a vocabulary', () => {
  it('a product with a misspelt title leaves the search for the word and its typo as they are', async () => {
    await many('Herbal Shampoo', 100);
    await write(documentOf(1, { title: 'Shmpoo' }));
    const { total, titles } = await find('shmpoo');
    expect(titles[0]).toBe('Shmpoo');
    expect(total).toBe(26);
  });

  it('a corrected title leaves no trace', async () => {
    await many('Herbal Shampoo', 100);
    await write(documentOf(1, { title: 'Shmpoo', indexedAtTs: 1_700_000_000_000 }));
    expect((await find('shmpoo')).total).toBe(26);
    await write(documentOf(1, { title: 'Shampoo', indexedAtTs: 1_700_000_000_001 }));
    expect(await find('shmpoo')).toMatchObject({ total: 26, corrected: 'shampoo' });
  });

  it.each([
    [
      'deleted',
      () => engine.write([COLLECTION], [{ kind: 'delete', productId: idOf(1), at: 1_800_000_000_000 }]),
    ],
    [
      'unpublished',
      () => write(documentOf(1, { title: 'Kadhai', status: 'draft', indexedAtTs: 1_800_000_000_000 })),
    ],
    ['renamed', () => write(documentOf(1, { title: 'Wok', indexedAtTs: 1_800_000_000_000 }))],
  ])('the words of a %s product are no words', async (_how, change) => {
    await write(documentOf(1, { title: 'Kadhai' }), documentOf(2, { title: 'Kadai' }));
    expect((await find('kadhai')).titles).toEqual(['Kadhai']);
    await change();
    expect(await find('kadhai')).toMatchObject({ titles: ['Kadai'], corrected: 'kadai' });
  });

  it('other processes see a new word within two seconds', async () => {
    let at = 0;
    const other = createEmbeddedEngine(searchDatabaseOf(kernel.container.knex), () => at);
    await write(documentOf(2, { title: 'Kadai' }));
    const titles = async () => (await other.search(queryOf({ q: 'kadhai' }))).hits.map(({ title }) => title);
    expect(await titles()).toEqual(['Kadai']);
    await write(documentOf(1, { title: 'Kadhai' }));
    at += 2_000;
    expect(await titles()).toEqual(['Kadhai']);
  });

  it.each([
    ['shampo oil', 'Shampoo Oil'],
    ['hsampoo', 'Shampoo Oil'],
    ['xhampoo', 'Shampoo Oil'],
    ['shammpoo', 'Shampoo Oil'],
    ['rhododendrom', 'Rhododendron Honey'],
  ])('%s finds %s', async (q, title) => {
    await titled('Shampoo Oil', 'Rhododendron Honey');
    expect((await find(q)).titles).toEqual([title]);
  });

  it('numbers have no typos', async () => {
    await titled('Bulb 50', 'Bulb 60');
    expect((await find('bulb 70')).titles).toEqual(expect.arrayContaining(['Bulb 50', 'Bulb 60']));
    expect((await find('7000')).titles).toEqual([]);
  });
});

describe('words in one and in two', () => {
  it.each([
    ['wifi', 'Wi-Fi Bulb'],
    ['wi fi', 'Wi-Fi Bulb'],
    ['7up', '7 Up Can'],
    ['7 up', '7 Up Can'],
    ['fireboltt', 'Fire Boltt Watch'],
    ['waterbottle', 'Water Bottle'],
    ['nonstick', 'Non Stick Tawa'],
    ['tooth paste', 'Toothpaste'],
    ['tshirt', 'T-Shirt'],
    ['t-shirt', 'T-Shirt'],
    ['t shirt', 'T-Shirt'],
  ])('%s finds %s', async (q, title) => {
    await titled(
      'Wi-Fi Bulb',
      '7 Up Can',
      'Fire Boltt Watch',
      'Water Bottle',
      'Non Stick Tawa',
      'Toothpaste',
      'T-Shirt',
    );
    expect((await find(q)).titles).toEqual([title]);
  });
});

describe('numbers with units', () => {
  it.each([
    ['32gb', 'Card 32 GB'],
    ['32 gb', 'Card 32 GB'],
    ['oil 1 l', 'Oil 1 Litre'],
    ['oil 1000 ml', 'Oil 1 Litre'],
    ['oil 1litre', 'Oil 1 Litre'],
    ['oil 500ml', 'Oil 500 ml'],
    ['cream spf50', 'Cream SPF 50'],
    ['shoe size 8', 'Shoe Size 8'],
  ])('%s finds %s', async (q, title) => {
    await titled(
      'Card 32 GB',
      'Card 64 GB',
      'Oil 1 Litre',
      'Oil 500 ml',
      'Cream SPF 50',
      'Shoe Size 8',
      'Shoe Size 9',
    );
    expect((await find(q)).titles).toEqual([title]);
  });
});

describe('texts that no product has as a whole', () => {
  beforeEach(() => titled('Brass Diya', 'Copper Bottle', 'Brass Bell', 'Brass Lamp'));

  it('leave out words that say nothing first', async () => {
    expect(await find('the best brass diya for home')).toMatchObject({
      titles: ['Brass Diya'],
      relaxed: { dropped: ['the', 'best', 'for', 'home'], matched: ['brass', 'diya'] },
    });
  });

  it('keep the words that most products need, at least half of them', async () => {
    expect(await find('copper brass')).toMatchObject({
      total: 3,
      relaxed: { dropped: ['copper'], matched: ['brass'] },
    });
    expect(await find('wireless gaming mouse brass')).toMatchObject({ titles: [], total: 0 });
    expect((await find('wireless gaming mouse brass')).relaxed).toBeUndefined();
  });

  it('do without words that no product has, as long as two are left', async () => {
    expect(await find('brass lamp moroccan veranda pendant')).toMatchObject({
      titles: ['Brass Lamp'],
      relaxed: { dropped: ['moroccan', 'veranda', 'pendant'], matched: ['brass', 'lamp'] },
    });
  });

  it('leave out more where hardly any product is found, and show those first that have it', async () => {
    await titled('Tall Brass Lamp', 'Oil Lamp Wick', 'Brass Lamp', 'Brass Lamp Oil');
    const { titles, relaxed } = await find('tall brass lamp oil');
    expect(relaxed).toEqual({ dropped: ['tall', 'oil'], matched: ['brass', 'lamp'] });
    expect(titles.slice(0, 2).toSorted()).toEqual(['Brass Lamp Oil', 'Tall Brass Lamp']);
    expect(titles.at(-1)).toBe('Brass Lamp');
  });

  it('keep the only word', async () => {
    expect(await find('xylophone')).toMatchObject({ titles: [], total: 0 });
  });

  it('take a phrase that has synonyms for its words', async () => {
    await engine.useSynonyms([
      { id: idOf(1), root: null, words: ['red copper', 'lal tamba'] },
      { id: idOf(2), root: null, words: ['bell metal', 'kansa'] },
    ]);
    await titled('Copper Bottle', 'Brass Bell of Metal');
    expect(await find('red copper')).toMatchObject({
      titles: ['Copper Bottle'],
      relaxed: { dropped: ['red'], matched: ['copper'] },
    });
    expect(await find('bell metal')).toMatchObject({ titles: ['Brass Bell of Metal'] });
    expect((await find('bell metal')).relaxed).toBeUndefined();
  });

  it('offer no other text that finds nothing either', async () => {
    const found = await find('copper diaa');
    expect(found).toMatchObject({ total: 1, relaxed: { dropped: ['diaa'] } });
    const { corrected, total } = await engine.search(
      queryOf({ q: 'brss', relax: true }, { minPrice: 99_999_999 }),
    );
    expect([corrected, total]).toEqual([undefined, 0]);
  });

  it('never loosen filters', async () => {
    const query = queryOf({ q: 'brass diya', relax: true }, { minPrice: 99_999_999 });
    expect(await engine.search(query)).toMatchObject({ total: 0, hits: [] });
    expect((await engine.search(query)).relaxed).toBeUndefined();
  });

  it('count facets and pages of what is found', async () => {
    await write(documentOf(1, { title: 'Brass Diya', ...brandOf(1, 'Tantu') }));
    const facets = { attributes: [] };
    const found = await engine.search(
      queryOf({ q: 'shiny brass diya', relax: true, facets, page: 2, limit: 1 }),
    );
    expect(found).toMatchObject({ total: 1, hits: [] });
    expect(found.facets?.brands).toMatchObject([{ name: 'Tantu', productCount: 1 }]);
  });

  it('stay as they are in suggestions', async () => {
    expect((await engine.suggest({ q: 'shiny brass diya', limit: 5 })).hits).toEqual([]);
  });
});

describe('scripts', () => {
  it.each([
    ['मसाला', 'Masala'],
    ['चाय', 'Chai'],
    ['अगरबत्ती', 'Agarbatti'],
    ['peetal diya', 'पीतल दीया'],
    ['murukku', 'முறுக்கு'],
    ['urugai', 'ஊறுகாய்'],
    ['சாம்பார்', 'Sambar'],
    ['আলু', 'Aloo'],
  ])('%s finds %s', async (q, title) => {
    await titled(
      'Masala',
      'Chai',
      'Chia Seeds',
      'Agarbatti',
      'पीतल दीया',
      'முறுக்கு',
      'ஊறுகாய்',
      'Sambar',
      'Aloo',
    );
    expect((await find(q)).titles).toEqual([title]);
  });
});

describe('ranking', () => {
  it('names of things come before things that are made of them', async () => {
    await titled('Milk Chocolate', 'Soap with Milk', 'Toned Milk', 'Milk - Full Cream');
    expect((await titlesFor('milk')).slice(0, 2).sort()).toEqual(['Milk - Full Cream', 'Toned Milk']);
  });

  it('words that are written come before words that begin with them', async () => {
    await titled('Oilcloth', 'Olive Oil');
    expect(await titlesFor('oil')).toEqual(['Olive Oil', 'Oilcloth']);
  });

  it('a phrase that has synonyms is ranked by where its words stand', async () => {
    await engine.useSynonyms([{ id: idOf(1), root: null, words: ['table cloth', 'mez posh'] }]);
    await write(
      documentOf(1, { title: 'Serving Bowl', description: 'On a table, wipe with a cloth', ratingCount: 50 }),
      documentOf(2, { title: 'Table Runner', description: 'Cloth', ratingCount: 50 }),
      documentOf(3, { title: 'Sanganeri Table Cloth' }),
    );
    expect(await titlesFor('table cloth')).toEqual(['Sanganeri Table Cloth', 'Table Runner', 'Serving Bowl']);
  });

  it('the word that was written comes before its synonyms', async () => {
    await engine.useSynonyms([{ id: idOf(1), root: null, words: ['mojari', 'jutti'] }]);
    await write(
      documentOf(1, { title: 'Embroidered Jutti', ratingCount: 50 }),
      documentOf(2, { title: 'Embroidered Mojari' }),
    );
    expect(await titlesFor('mojari')).toEqual(['Embroidered Mojari', 'Embroidered Jutti']);
    expect(await titlesFor('jutti')).toEqual(['Embroidered Jutti', 'Embroidered Mojari']);
  });

  it('of equal matches those in stock come first', async () => {
    await write(
      documentOf(1, { title: 'Brass Bell', inStock: false }),
      documentOf(2, { title: 'Brass Bell' }),
    );
    const { hits } = await engine.search(queryOf({ q: 'brass bell' }));
    expect(hits.map(({ inStock }) => inStock)).toEqual([true, false]);
  });

  it('then those that many have rated, then new ones, then by id', async () => {
    const title = 'Brass Bell';
    const numbers = [
      { ratingCount: 1, publishedAtTs: 5 },
      { ratingCount: 9, publishedAtTs: 1 },
      { ratingCount: 1, publishedAtTs: 7 },
      { ratingCount: 1, publishedAtTs: 7 },
    ];
    await write(...numbers.map((fields, n) => documentOf(n + 1, { title, ...fields })));
    const { hits } = await engine.search(queryOf({ q: 'brass bell' }));
    expect(hits.map(({ id }) => id)).toEqual([2, 3, 4, 1].map(idOf));
  });

  it('products of the category that a text names come first', async () => {
    const juices = { categoryIds: [idOf(7_001)], categorySlugs: ['juices'], categoryNames: ['Drinks'] };
    const glasses = { categoryIds: [idOf(7_002)], categorySlugs: ['glasses'], categoryNames: ['Tableware'] };
    const mangoes = Array.from({ length: 6 }, (_, n) =>
      documentOf(10 + n, { title: `Juice - Mango ${n}`, ...juices }),
    );
    await write(documentOf(1, { title: 'Juice/Water Glass', ...glasses }), ...mangoes);
    expect((await titlesFor('juice')).at(-1)).toBe('Juice/Water Glass');
  });
});
