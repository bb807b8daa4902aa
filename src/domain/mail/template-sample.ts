import {
  type AddressSummary,
  CART_ITEMS,
  type DrawnPart,
  type LineSummary,
  type MailTemplate,
  NEW_PRODUCTS,
  ORDER_ADDRESSES,
  ORDER_SUMMARY,
  PARCEL_CONTENTS,
  type ProductSummary,
  WISHLIST_ITEMS,
} from './mail-template.js';
import { sampleWords } from './hindi/sample-words.js';
import { phrase } from './phrase.js';

/** Who previews and test mails speak to. */
export const SAMPLE_NAME = 'Asha Rao';

const lines = [
  {
    title: 'Block-printed cotton kurta',
    detail: 'Indigo, M',
    sku: 'KT-KURTA-IN-M',
    quantity: 2,
    unitPrice: 129_900,
    amount: 259_800,
  },
  {
    title: 'Brass diya lamp',
    detail: 'Small',
    sku: 'BR-DIYA-S',
    quantity: 1,
    unitPrice: 20_100,
    amount: 20_100,
  },
];

/** The lines of an order in previews and test mails. */
export const sampleSummary: LineSummary = {
  currency: 'INR',
  lines: lines.map(({ sku: _sku, ...line }) => line),
  totals: [
    { label: phrase('totals.items'), amount: 279_900 },
    { label: phrase('totals.shipping'), amount: 5_000 },
    { label: phrase('totals.includes', { tax: 'GST 12%' }), amount: 2_154 },
    { label: phrase('totals.includes', { tax: 'GST 5%' }), amount: 12_610 },
    { label: phrase('totals.total'), amount: 284_900, strong: true },
  ],
};

const vendorSummary: LineSummary = { ...sampleSummary, lines };

const sampleCart: LineSummary = { ...sampleSummary, totals: [] };

const sampleContents: LineSummary = {
  currency: 'INR',
  lines: lines.map(({ title, detail, quantity }) => ({ title, detail, quantity })),
  totals: [],
};

const address = ['Asha Rao', '14 Lake View Road', 'Bengaluru 560001', 'Karnataka', '+919820012345'];
const sampleAddresses: AddressSummary = {
  addresses: [
    { label: phrase('address.delivery'), lines: address },
    { label: phrase('address.billing'), lines: address },
  ],
};

const sampleProducts: ProductSummary = {
  currency: 'INR',
  products: [
    {
      title: 'Block-printed cotton kurta',
      vendor: 'Kaveri Textiles',
      price: 129_900,
      hasMore: true,
      url: 'https://store.example.com/products/block-printed-cotton-kurta',
    },
    {
      title: 'Brass diya lamp',
      vendor: 'Kaveri Textiles',
      price: 20_100,
      hasMore: false,
      url: 'https://store.example.com/products/brass-diya-lamp',
    },
  ],
};

const sampleWishlist: ProductSummary = {
  currency: 'INR',
  products: sampleProducts.products.map((product, index) => ({
    ...product,
    hasMore: false,
    ...(index === 0 ? { formerPrice: 149_900 } : { note: phrase('stock.back') }),
  })),
};

const samples: Readonly<Record<string, DrawnPart>> = {
  [ORDER_SUMMARY]: sampleSummary,
  [PARCEL_CONTENTS]: sampleContents,
  [ORDER_ADDRESSES]: sampleAddresses,
  [NEW_PRODUCTS]: sampleProducts,
  [CART_ITEMS]: sampleCart,
  [WISHLIST_ITEMS]: sampleWishlist,
};

/** Translated samples by language. */
const samplesIn: Readonly<Record<string, Readonly<Record<string, string>>>> = { hi: sampleWords };

/** A text of the sample in a language; where there is none, as it is. */
export function sampleText(text: string, locale: string): string {
  return samplesIn[locale]?.[text] ?? text;
}

/** An event payload of previews in a language. */
export function sampleIn(sample: MailTemplate['sample'], locale: string): MailTemplate['sample'] {
  return Object.fromEntries(
    Object.entries(sample).map(([key, value]) => [
      key,
      typeof value === 'string' ? sampleText(value, locale) : value,
    ]),
  );
}

/** The drawn parts of a template, filled with the sample, by the name of their variable. */
export function sampleSummaries(
  { role, variables }: Pick<MailTemplate, 'role' | 'variables'>,
  locale = 'en',
): Record<string, DrawnPart> {
  return Object.fromEntries(
    variables.flatMap(({ name }) => {
      const part = name === ORDER_SUMMARY && role === 'vendor_member' ? vendorSummary : samples[name];
      return part ? [[name, partIn(part, locale)]] : [];
    }),
  );
}

function partIn(part: DrawnPart, locale: string): DrawnPart {
  const text = (value: string) => sampleText(value, locale);
  if ('addresses' in part)
    return { addresses: part.addresses.map(({ label, lines }) => ({ label, lines: lines.map(text) })) };
  if ('products' in part) {
    const products = part.products.map((product) => ({
      ...product,
      title: text(product.title),
      vendor: text(product.vendor),
    }));
    return { ...part, products };
  }
  return {
    ...part,
    lines: part.lines.map(({ title, detail, ...line }) => ({
      ...line,
      title: text(title),
      ...(detail === undefined ? {} : { detail: text(detail) }),
    })),
  };
}
