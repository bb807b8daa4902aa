import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FeedVariant } from '#domain/feeds/feed-variant.js';
import { newId } from '#lib/ids.js';
import type { Feed, FeedChange, SendControl } from '#operations/feeds/feed.js';

export interface FeedUnderTest {
  feed: Feed;
  stop(): Promise<void> | void;
}

/** A variant that is on sale, with everything that feeds send. */
export function variantOnSale(fields: Partial<FeedVariant> = {}): FeedVariant {
  return {
    variantId: newId(),
    productId: newId(),
    sku: 'KU-M',
    ean: '4006381333931',
    upc: null,
    barcode: null,
    price: 12_345,
    specialPrice: null,
    specialPriceStart: null,
    specialPriceEnd: null,
    weight: 350,
    thumbnail: 'https://cdn.example.com/m.png',
    images: [],
    detached: false,
    variantDeleted: false,
    options: [{ name: 'Size', value: 'M' }],
    attributes: [],
    siblings: 2,
    productTitle: 'Cotton kurta',
    productSlug: 'cotton-kurta',
    productDescription: '<p>Soft</p>',
    productStatus: 'active',
    productVisibility: 'public',
    productDeleted: false,
    publishedAt: new Date('2026-01-01T00:00:00Z'),
    productThumbnail: 'https://cdn.example.com/k.png',
    productImages: [],
    material: 'Cotton',
    brand: 'Kaveri',
    categoryPath: ['Clothing', 'Kurtas'],
    gst: { gstRate: null, gstExempt: false },
    vendor: {
      vendorId: newId(),
      registeredForGst: true,
      taxRules: null,
      shippingFlatRate: 4_900,
      shippingFreeAbove: null,
    },
    vendorSells: true,
    inventory: { trackInventory: true, quantityOnHand: 3, reservedQuantity: 1, allowBackorder: false },
    ...fields,
  };
}

const now = new Date('2026-11-23T12:00:00Z');

/** What the kernel of feeds relies on: call it in a test file with the feed of a started platform. */
export function feedTargetContract(name: string, start: () => Promise<FeedUnderTest>): void {
  describe(`the feed target ${name}`, () => {
    let tested: FeedUnderTest;
    let feed: Feed;
    beforeAll(async () => {
      tested = await start();
      feed = tested.feed;
    });
    afterAll(() => tested.stop());

    const payloadOf = (variant: FeedVariant): object => {
      const mapped = feed.map(variant, now);
      if ('skip' in mapped) throw new Error(`The variant is left out: ${mapped.skip}`);
      return mapped.payload;
    };

    it('has the id of its declaration, numbers that rounds can use, and a fingerprint that stays', () => {
      expect(feed.id).toBe(feed.declaration.id);
      expect(feed.batchSize()).toBeGreaterThanOrEqual(1);
      expect(feed.intervalSeconds()).toBeGreaterThanOrEqual(0);
      expect(feed.mapperVersion).toBeGreaterThanOrEqual(1);
      expect(feed.fingerprint()).toBe(feed.fingerprint());
      expect(typeof feed.target()).toBe('string');
    });

    it('maps a variant to JSON, and to the same for the same', () => {
      const variant = variantOnSale();
      const payload = payloadOf(variant);
      expect(payloadOf(structuredClone(variant))).toEqual(payload);
      expect(JSON.parse(JSON.stringify(payload))).toEqual(payload);
    });

    it('maps price and stock into what goes at once, the urgent part', () => {
      const variant = variantOnSale();
      const urgent = (fields: Partial<FeedVariant>) =>
        JSON.stringify(feed.urgentPart(payloadOf({ ...variant, ...fields })));
      const soldOut = { trackInventory: true, quantityOnHand: 0, reservedQuantity: 0, allowBackorder: false };
      expect(urgent({})).toBe(urgent({ productDescription: '<p>Other words</p>' }));
      expect(urgent({ price: 99_900 })).not.toBe(urgent({}));
      expect(urgent({ inventory: soldOut })).not.toBe(urgent({}));
    });

    const leftOut: [why: string, fields: Partial<FeedVariant>][] = [
      ['product_deleted', { productDeleted: true }],
      ['variant_deleted', { variantDeleted: true }],
      ['product_not_active', { productStatus: 'draft' }],
      ['product_not_public', { productVisibility: 'private' }],
      ['not_published', { publishedAt: null }],
      ['vendor_suspended', { vendorSells: false }],
      ['variant_incomplete', { detached: true }],
      ['no_price', { price: null }],
      ['zero_price', { price: 0 }],
    ];
    it.each(leftOut)('leaves out a variant: %s', (why, fields) => {
      expect(feed.map(variantOnSale(fields), now)).toEqual({ skip: why });
    });

    it('names each variant at the remote side by one id of its own', () => {
      const ids = Array.from({ length: 50 }, () => newId());
      expect(new Set(ids.map((id) => feed.remoteIdOf(id))).size).toBe(ids.length);
      expect(feed.remoteIdOf(ids[0] ?? '')).toBe(feed.remoteIdOf(ids[0] ?? ''));
    });

    it('needs no call for nothing, and never fewer for more', () => {
      expect(feed.callsFor(0)).toBe(0);
      const calls = Array.from({ length: 200 }, (_, changes) => feed.callsFor(changes));
      expect(calls).toEqual([...calls].sort((first, second) => first - second));
      expect(feed.callsFor(1)).toBeGreaterThanOrEqual(1);
    });

    it('without a connection halts in words and says nothing of changes', async () => {
      const variantId = newId();
      const change: FeedChange = {
        intentId: 1,
        variantId,
        remoteId: feed.remoteIdOf(variantId),
        kind: 'delete',
        payload: null,
        version: 1,
      };
      const control: SendControl = {
        signal: new AbortController().signal,
        target: feed.target(),
        firstCallAt: new Date(),
        spacingMs: 0,
        holds: async () => true,
      };
      const { outcomes, halt } = await feed.send([change], control);
      expect(outcomes.size).toBe(0);
      expect(halt?.message).toEqual(expect.stringMatching(/\w{3}/));
      expect((await feed.send([], control)).outcomes.size).toBe(0);
    });
  });
}
