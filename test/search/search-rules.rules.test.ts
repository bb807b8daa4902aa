import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boostHits, type Slot, slotsOf } from '#domain/search/arrange-hits.js';
import { redirectIssue } from '#domain/search/redirect-target.js';
import { pageAround } from '#integrations/search/typesense/page-around.js';
import { type KeptRule, ruleFor, ruleKey, ruleTable } from '#domain/search/search-rule.js';

describe('the slots of a result', () => {
  it('hold each product once on all pages together, and each pin at its position', () => {
    const shape = fc.record({
      positions: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 8 }),
      rest: fc.nat(40),
      buried: fc.nat(5),
      limit: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(shape, ({ positions: given, rest, buried, limit }) => {
        const positions = [...given].sort((a, b) => a - b);
        const total = positions.length + rest + buried;
        const sizes = { positions, rest, buried };
        const slots: Slot[] = [];
        for (let start = 0; start < total; start += limit)
          slots.push(...slotsOf(sizes, start, start + limit));
        expect(slots).toHaveLength(total);
        expect(new Set(slots.map(({ from, at }) => `${from} ${at}`)).size).toBe(total);
        positions.forEach((position, n) => {
          const place = slots.findIndex(({ from, at }) => from === 'pinned' && at === n) + 1;
          if (position <= rest + n + 1) expect(place).toBe(position);
          else expect(place).toBeLessThanOrEqual(rest + positions.length);
        });
      }),
    );
  });
});

it('a page of the search server has every part of a result', () => {
  fc.assert(
    fc.property(fc.nat(99_900), fc.integer({ min: 1, max: 100 }), (offset, limit) => {
      const { page, perPage, skipped } = pageAround(offset, limit);
      expect((page - 1) * perPage + skipped).toBe(offset);
      expect(skipped + limit).toBeLessThanOrEqual(perPage);
      expect(perPage).toBeLessThanOrEqual(250);
    }),
  );
});

describe('boosts', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  const hit = (id: string, brandId: string, tagIds: string[] = [], days = 400) => ({
    id,
    brandId,
    tagIds,
    publishedAtTs: now.getTime() - days * 24 * 3_600_000,
  });
  const hits = [
    hit('1', 'a'),
    hit('2', 'a'),
    hit('3', 'a'),
    hit('4', 'b'),
    hit('5', 'a', [], 3),
    hit('6', 'b', ['t']),
  ];
  const order = (boosts: Parameters<typeof boostHits>[1]) => boostHits(hits, boosts, now).map(({ id }) => id);

  it('halve the place of a product for each step', () => {
    expect(order([])).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(order([{ kind: 'brand', id: 'b', strength: 1 }])).toEqual(['1', '4', '2', '6', '3', '5']);
    expect(order([{ kind: 'brand', id: 'b', strength: 3 }])).toEqual(['4', '6', '1', '2', '3', '5']);
    expect(order([{ kind: 'new', days: 7, strength: 2 }])).toEqual(['1', '5', '2', '3', '4', '6']);
    expect(
      order([
        { kind: 'brand', id: 'b', strength: 1 },
        { kind: 'tag', id: 't', strength: 2 },
      ]),
    ).toEqual(['6', '1', '4', '2', '3', '5']);
  });
});

describe('the rule of a search', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  const rule = (id: string, query: string, fields: Partial<KeptRule> = {}): KeptRule => ({
    id,
    queryKey: ruleKey(query),
    categorySlug: null,
    redirect: null,
    pins: [],
    buried: [],
    boosts: [],
    activeFrom: null,
    activeUntil: null,
    ...fields,
  });
  const table = ruleTable([
    rule('diya', 'Brass Diyas'),
    rule('sale', 'brass diya', { activeFrom: new Date('2026-11-20'), activeUntil: now }),
    rule('next', 'brass diya', { activeFrom: new Date('2026-12-01') }),
    rule('lamps', '', { categorySlug: 'lamps' }),
    rule('both', 'diya', { categorySlug: 'lamps' }),
  ]);
  const found = (q: string, categories?: string[], at = now) => ruleFor(table, { q, categories }, at)?.id;

  it('is the most particular one that is active', () => {
    expect(found('BRÁSS  diya!')).toBe('diya');
    expect(found('brass diya', undefined, new Date('2026-11-25'))).toBe('sale');
    expect(found('brass diya', undefined, new Date('2026-12-02'))).toBe('next');
    expect([found('brass diya lamp'), found(''), found('diya')]).toEqual([undefined, undefined, undefined]);
    expect([found('', ['lamps']), found('diya', ['lamps']), found('brass diya', ['lamps'])]).toEqual([
      'lamps',
      'both',
      'diya',
    ]);
    expect([found('', ['lamps', 'sarees']), found('', ['sarees'])]).toEqual([undefined, undefined]);
  });
});

it('redirects lead into the shop and nowhere else', () => {
  const shops = ['', 'https://shop.example'];
  const fine = ['/', '/pages/sale?x=1#y', 'https://shop.example/sale'];
  expect(fine.map((target) => redirectIssue(target, shops))).toEqual(fine.map(() => undefined));
  const broken = [
    '//evil.example',
    '/\\evil.example',
    'sale',
    'javascript:alert(1)',
    'http://shop.example/x',
    'https://evil.example',
    'https://shop.example@evil.example',
    'https://a:b@shop.example/',
    '/a b',
  ];
  expect(broken.filter((target) => redirectIssue(target, shops) === undefined)).toEqual([]);
  expect(redirectIssue('https://evil.example', shops)).toContain('https address of shop.example');
});
