import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NO_TREATMENT } from '#domain/tax/gst-rate.js';
import { cutAtWord, decimalPrice, isGtin, pictureUrl } from '#domain/feeds/feed-text.js';
import { defaultVariantFieldMap, readVariantFields } from '#domain/feeds/variant-fields.js';
import type { FeedVariant } from '#domain/feeds/feed-variant.js';
import { mapProductInput, microsOf } from '#plugins/merchant-feed/domain/map-product-input.js';
import { mapSocialItem } from '#plugins/social-catalog/domain/map-item.js';
import { inputProblem } from '../../sandboxes/merchant/product-input.js';
import { itemProblem } from '../../sandboxes/social/item-rules.js';

const now = new Date('2026-11-23T12:00:00Z');
const settings = {
  storefrontBaseUrl: 'https://store.example.com/',
  storefrontProductPath: '/products/{slug}',
  currency: 'INR',
  condition: 'new' as const,
  apiBaseUrl: 'https://api.example.com',
  language: 'en',
  feedLabel: 'IN',
  variantFields: defaultVariantFieldMap,
  sendsShipping: true,
  pricing: { pricesIncludeTax: true, defaultTaxRules: [], taxShipping: true, currency: 'INR' },
};

const kurta: FeedVariant = {
  variantId: '0199c0de-7e5c-7000-8000-000000000001',
  productId: '0199c0de-7e5c-7000-8000-000000000002',
  sku: 'KU-M',
  ean: '4006381333931',
  upc: null,
  barcode: null,
  price: 12_345,
  specialPrice: 9_900,
  specialPriceStart: new Date('2026-11-20T00:00:00Z'),
  specialPriceEnd: new Date('2026-11-30T00:00:00Z'),
  weight: 350,
  thumbnail: 'media/vendors/v/m.png',
  images: [],
  detached: false,
  variantDeleted: false,
  options: [{ name: 'Size', value: 'M' }],
  attributes: [
    { code: 'fit_for', title: 'For', value: 'Women' },
    { code: 'age_group', title: 'Age group', value: 'Adult' },
  ],
  siblings: 2,
  productTitle: 'Cotton kurta',
  productSlug: 'cotton-kurta',
  productStatus: 'active',
  productVisibility: 'public',
  productDescription: '<p>Hand&nbsp;printed &amp; soft</p><script>alert(1)</script>',
  publishedAt: new Date('2026-01-01T00:00:00Z'),
  productDeleted: false,
  productThumbnail: 'https://cdn.example.com/k.png',
  productImages: [],
  material: 'Cotton',
  brand: 'Kaveri',
  categoryPath: ['Clothing', 'Kurtas'],
  gst: NO_TREATMENT,
  vendor: {
    vendorId: '0199c0de-7e5c-7000-8000-000000000003',
    registeredForGst: true,
    taxRules: null,
    shippingFlatRate: 4_900,
    shippingFreeAbove: null,
  },
  vendorSells: true,
  inventory: { trackInventory: true, quantityOnHand: 3, reservedQuantity: 1, allowBackorder: false },
};

describe('the payload of a variant', () => {
  test('in the merchant feed', () => {
    expect(mapProductInput(kurta, settings, now)).toMatchObject({
      missing: [],
      payload: {
        offerId: kurta.variantId,
        contentLanguage: 'en',
        feedLabel: 'IN',
        productAttributes: {
          title: 'Cotton kurta - M',
          description: 'Hand printed & soft',
          link: `https://store.example.com/products/cotton-kurta?variant=${kurta.variantId}`,
          imageLink: 'https://api.example.com/media/vendors/v/m.png',
          additionalImageLinks: ['https://cdn.example.com/k.png'],
          availability: 'IN_STOCK',
          condition: 'NEW',
          price: { amountMicros: '123450000', currencyCode: 'INR' },
          salePrice: { amountMicros: '99000000', currencyCode: 'INR' },
          salePriceEffectiveDate: {
            startTime: '2026-11-20T00:00:00.000Z',
            endTime: '2026-11-30T00:00:00.000Z',
          },
          size: 'M',
          gender: 'FEMALE',
          ageGroup: 'ADULT',
          brand: 'Kaveri',
          gtins: ['4006381333931'],
          mpn: 'KU-M',
          itemGroupId: kurta.productId,
          identifierExists: true,
          productTypes: ['Clothing > Kurtas'],
          material: 'Cotton',
          shipping: [{ country: 'IN', price: { amountMicros: '49000000', currencyCode: 'INR' } }],
          shippingWeight: { value: 350, unit: 'g' },
        },
      },
    });
  });

  test('in the social catalog', () => {
    expect(mapSocialItem(kurta, settings, now)).toMatchObject({
      missing: [],
      payload: {
        id: kurta.variantId,
        title: 'Cotton kurta',
        description: 'Hand printed & soft',
        availability: 'in stock',
        condition: 'new',
        price: '123.45 INR',
        sale_price: '99.00 INR',
        sale_price_effective_date: '2026-11-20T00:00+00:00/2026-11-30T00:00+00:00',
        size: 'M',
        gender: 'female',
        age_group: 'adult',
        material: 'Cotton',
        link: `https://store.example.com/products/cotton-kurta?variant=${kurta.variantId}`,
        image_link: 'https://api.example.com/media/vendors/v/m.png',
        additional_image_link: ['https://cdn.example.com/k.png'],
        brand: 'Kaveri',
        gtin: '4006381333931',
        mpn: 'KU-M',
        item_group_id: kurta.productId,
      },
    });
  });

  const later = new Date('2027-01-01T00:00:00Z');
  test.each<[Partial<FeedVariant>, string]>([
    [{ productDeleted: true }, 'product_deleted'],
    [{ variantDeleted: true }, 'variant_deleted'],
    [{ productStatus: 'draft' }, 'product_not_active'],
    [{ productStatus: 'archived' }, 'product_not_active'],
    [{ productVisibility: 'private' }, 'product_not_public'],
    [{ publishedAt: later }, 'not_published'],
    [{ publishedAt: null }, 'not_published'],
    [{ vendorSells: false }, 'vendor_suspended'],
    [{ detached: true }, 'variant_incomplete'],
    [{ price: null }, 'no_price'],
    [{ price: 0, specialPrice: null }, 'zero_price'],
    [{ specialPrice: 0 }, 'zero_price'],
    [{ productSlug: '' }, 'no_slug'],
    [{ thumbnail: null, productThumbnail: null }, 'no_image'],
  ])('is none with %j', (change, skip) => {
    expect(mapProductInput({ ...kurta, ...change }, settings, now)).toEqual({ skip });
    expect(mapSocialItem({ ...kurta, ...change }, settings, now)).toEqual({ skip });
  });

  test('has the special price with its window until it is over, and the regular price always', () => {
    const early = mapSocialItem(kurta, settings, new Date('2026-11-01T00:00:00Z'));
    expect(early).toMatchObject({ payload: { price: '123.45 INR', sale_price: '99.00 INR' } });
    expect(mapSocialItem(kurta, settings, new Date('2026-11-30T00:00:00Z'))).not.toHaveProperty(
      'payload.sale_price',
    );
  });

  test('has no special price of 0 before its time', () => {
    const free = { ...kurta, specialPrice: 0, specialPriceStart: new Date('2026-12-01T00:00:00Z') };
    const input = mapProductInput({ ...free, specialPriceEnd: null }, settings, now);
    expect(input).not.toHaveProperty('payload.productAttributes.salePrice');
  });

  test('has the prices that buyers pay where those of the store exclude tax', () => {
    const pricing = {
      ...settings.pricing,
      pricesIncludeTax: false,
      defaultTaxRules: [{ type: 'GST', rate: 5 }],
    };
    const without = { ...settings, pricing };
    // Either half of the GST of 99.00 is 2.475, rounded up.
    expect(mapSocialItem(kurta, without, now)).toMatchObject({
      payload: { price: '129.63 INR', sale_price: '103.96 INR' },
    });
    const unregistered = { ...kurta, vendor: { ...kurta.vendor, registeredForGst: false } };
    expect(mapSocialItem(unregistered, without, now)).toMatchObject({ payload: { price: '123.45 INR' } });
    expect(mapProductInput(kurta, { ...without, sendsShipping: false }, now)).not.toHaveProperty(
      'payload.productAttributes.shipping',
    );
  });

  test('has now for an open start and 30 days ahead for an open end, which make no other payload', () => {
    const open = { ...kurta, specialPriceStart: null, specialPriceEnd: null };
    const [first, later] = [now, new Date('2026-11-24T12:00:00Z')].map((at) =>
      mapProductInput(open, settings, at),
    );
    expect(first).toMatchObject({
      payload: {
        productAttributes: {
          salePriceEffectiveDate: {
            startTime: '2026-11-23T12:00:00.000Z',
            endTime: '2026-12-23T12:00:00.000Z',
          },
        },
      },
    });
    expect(first).not.toEqual(later);
    const comparable = (mapped: object | undefined) => (mapped as { comparable: object }).comparable;
    expect(comparable(first)).toEqual(comparable(later));
  });

  test('of the only variant of a product has no group, its plain link, and its options in the title', () => {
    const single = { ...kurta, siblings: 0 };
    const input = mapProductInput(single, settings, now);
    expect(input).not.toHaveProperty('payload.productAttributes.itemGroupId');
    expect(input).toHaveProperty(
      'payload.productAttributes.link',
      'https://store.example.com/products/cotton-kurta',
    );
    const item = mapSocialItem(single, settings, now);
    expect(item).not.toHaveProperty('payload.item_group_id');
    expect(item).toHaveProperty('payload.title', 'Cotton kurta - M');
  });

  test('says each word of its title once', () => {
    const options = ['Indigo', 'Cotton', 'indigo kurta', 'M'].map((value) => ({ name: value, value }));
    const red = { ...kurta, productTitle: 'Cotton kurta, Indigo', options };
    expect(mapProductInput(red, settings, now)).toMatchObject({
      payload: { productAttributes: { title: 'Cotton kurta, Indigo - indigo kurta / M' } },
    });
  });

  test('says what it will miss before it is sent', () => {
    const change = {
      options: [{ name: 'Storage', value: '64 GB' }],
      attributes: [{ code: 'gender', title: 'Gender', value: 'Robots' }],
    };
    const input = mapProductInput({ ...kurta, ...change }, settings, now);
    expect(input).toMatchObject({ missing: [{ field: 'gender' }, { field: 'Storage' }] });
    const item = mapSocialItem({ ...kurta, ...change }, settings, now);
    expect(item).toMatchObject({
      missing: [{ field: 'gender' }],
      payload: { additional_variant_attribute: [{ variant_label: 'Storage', variant_value: '64 GB' }] },
    });
  });

  test('reads the fields that operators name, options before attributes', () => {
    const map = { ...defaultVariantFieldMap, color: ['Shade'], pattern: ['motif'] };
    const variant = {
      ...kurta,
      options: [{ name: 'shade', value: 'Indigo' }],
      attributes: [
        { code: 'shade', title: 'Shade', value: 'Red' },
        { code: 'motif', title: 'Motif', value: 'Paisley' },
      ],
    };
    expect(readVariantFields(variant, map).values).toMatchObject({
      color: 'Indigo',
      pattern: 'Paisley',
      material: 'Cotton',
    });
  });

  test.each([
    [{ trackInventory: true, quantityOnHand: 1, reservedQuantity: 1, allowBackorder: false }, 'out of stock'],
    [{ trackInventory: true, quantityOnHand: 0, reservedQuantity: 0, allowBackorder: true }, 'in stock'],
    [{ trackInventory: false, quantityOnHand: 0, reservedQuantity: 0, allowBackorder: false }, 'in stock'],
    [null, 'out of stock'],
  ])('with the stock %j is %s', (inventory, availability) => {
    expect(mapSocialItem({ ...kurta, inventory }, settings, now)).toMatchObject({
      payload: { availability },
    });
  });

  test('has the title as it is where nothing but markup is in it', () => {
    const title = { productTitle: '<br><hr>', options: [] };
    expect(mapSocialItem({ ...kurta, ...title }, settings, now)).toMatchObject({
      payload: { title: '<br><hr>' },
    });
  });

  test('never breaks a rule of the wire, whatever the texts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 });
    const title = fc.string({ minLength: 1, maxLength: 300 }).filter((item) => item.trim() !== '');
    const names = fc.record({
      productTitle: title,
      productDescription: text,
      sku: text,
      brand: text,
      ean: text,
    });
    fc.assert(
      fc.property(names, fc.nat({ max: 1_000_000_000 }), (change, price) => {
        const variant = { ...kurta, ...change, price, specialPrice: null, options: [] };
        const [input, item] = [
          mapProductInput(variant, settings, now),
          mapSocialItem(variant, settings, now),
        ];
        if ('payload' in input) expect(inputProblem({ ...input.payload })).toBeUndefined();
        if ('payload' in item) expect(itemProblem({ ...item.payload })).toBeUndefined();
      }),
    );
  });
});

describe('texts and amounts', () => {
  test('are exact', () => {
    expect([
      microsOf(12_345),
      decimalPrice(5),
      decimalPrice(100),
      decimalPrice(9_007_199_254_740_991),
    ]).toEqual(['123450000', '0.05', '1.00', '90071992547409.91']);
    expect(pictureUrl('https://x.example.com/a.png', 'https://api')).toBe('https://x.example.com/a.png');
  });

  test('are cut behind a whole word, and never within a character', () => {
    expect([cutAtWord('one two three', 9), cutAtWord('abcdefgh', 4)]).toEqual(['one two', 'abcd']);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat({ max: 50 }), (text, max) => {
        expect(cutAtWord(text, max + 1).length).toBeLessThanOrEqual(max + 1);
        expect(cutAtWord(text, max + 1)).not.toMatch(/[\ud800-\udbff]$/);
      }),
    );
  });

  test.each([
    ['4006381333931', true],
    ['4006381333932', false],
    ['036000291452', true],
    ['96385074', true],
    ['12345', false],
  ])('%s as a GTIN is %s', (digits, good) => {
    expect(isGtin(digits)).toBe(good);
  });
});
