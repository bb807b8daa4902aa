import { slugify, nextSlug } from '#domain/_shared/slug.js';
import type { NewProduct } from '#db/products/products.repository.js';
import type { ProductFields } from '#domain/products/product.js';
import type { Vendor } from '#domain/vendors/vendor.js';
import type { Calendar } from './calendar.js';
import { createDraw, createIds, type Draw } from './draw.js';
import { familiesByVendor } from './families.js';
import { planVariants, type PlannedStock } from './plan-variants.js';
import { pictureOf } from './pictures.js';
import type { TaxonomyPlan } from './plan-taxonomy.js';
import type { PlannedVendor } from './plan-vendors.js';
import type { VendorKey } from './vendors.words.js';
import type { ProductFamily, TitleWord } from './product-family.js';

export interface PlannedProduct {
  written: NewProduct;
  stock: PlannedStock[];
}

/** Of the vendors who have been there for long; the newcomer has one more. */
export const PRODUCTS = 499;

/** Shown and sold; others wait for their vendor, or are over. */
const ON_SALE_IN_100 = 94;

/** The catalogs of all vendors. */
export function planProducts(
  seed: number,
  calendar: Calendar,
  world: { vendors: readonly PlannedVendor[]; taxonomy: TaxonomyPlan },
): PlannedProduct[] {
  const families = world.vendors.flatMap(({ key, vendor }) =>
    (familiesByVendor[key as VendorKey] ?? []).map((family) => ({ family, vendor })),
  );
  return planCatalog(seed, calendar, { families, taxonomy: world.taxonomy, count: PRODUCTS });
}

/** So many products of these families, evenly. `group` sets the draws and ids of further catalogs apart. */
export function planCatalog(
  seed: number,
  calendar: Calendar,
  world: {
    families: readonly { family: ProductFamily; vendor: Vendor }[];
    taxonomy: TaxonomyPlan;
    count: number;
    group?: string;
  },
): PlannedProduct[] {
  const { families, count, group = '' } = world;
  const draw = createDraw(seed, `${group}products`);
  const ids = {
    product: createIds(seed, `${group}products`),
    tab: createIds(seed, `${group}tabs`),
    option: createIds(seed, `${group}options`),
    variant: createIds(seed, `${group}variants`),
  };
  const slugs = new Map<string, number>();

  /** The titles of a family that this seed has, `share` of them. */
  const titlesOf = ({ words: [first, second] }: ProductFamily, share: number) =>
    draw.several(
      first.flatMap((item) => second.map((other) => [item, other] as const)),
      share,
    );

  return families.flatMap(({ family, vendor }, place) => {
    const share =
      Math.floor((count * (place + 1)) / families.length) - Math.floor((count * place) / families.length);
    return titlesOf(family, share).map((words, index): PlannedProduct => {
      const id = ids.product();
      const created = createdAt(draw, calendar);
      const stamps = { createdAt: created.toISOString(), updatedAt: created.toISOString() };
      const picture = pictureOf(family.category, place + index);
      const fields = productFields(draw, family, words, world.taxonomy, { created, picture });
      fields.slug = freeSlug(slugs, fields.slug);
      const product = { ...fields, ...stamps, id, vendorId: vendor.id, handle: null };
      const number = place * 100 + index + 1;
      const { stock, ...matrix } = planVariants(draw, family, { product, ids, calendar, number, vendor });
      const tab = { id: ids.tab(), productId: id, ...family.tab, isActive: true, sortOrder: 0, ...stamps };
      const written = { product, ...matrix, tabs: [tab], ...links(draw, family, world.taxonomy) };
      return { written, stock };
    });
  });
}

/** Most are older than the orders; some came in lately. */
function createdAt(draw: Draw, calendar: Calendar): Date {
  const days = draw.percent(90) ? draw.whole(61, 330) : draw.whole(1, 40);
  return calendar.daysAgo(days, draw.whole(9 * 60, 19 * 60));
}

const written = (word: TitleWord) => (typeof word === 'string' ? word : word[0]);
const english = (word: TitleWord) => (typeof word === 'string' ? word : word[1]);

function filled(text: string, words: readonly TitleWord[], as: (word: TitleWord) => string): string {
  return text.replace(/\{([01])\}/g, (_, place: string) => as(words[Number(place)] ?? ''));
}

function productFields(
  draw: Draw,
  family: ProductFamily,
  words: readonly TitleWord[],
  taxonomy: TaxonomyPlan,
  { created, picture }: { created: Date; picture: string },
): ProductFields {
  const title = filled(family.title, words, written);
  const text = filled(family.description, words, english);
  const onSale = draw.percent(ON_SALE_IN_100);
  const status = onSale ? 'active' : draw.pick(['draft', 'draft', 'archived'] as const);
  return {
    title,
    slug: slugify(title),
    subtitle: filled(family.subtitle, words, english),
    description: `<p>${text.charAt(0).toUpperCase()}${text.slice(1)}</p>`,
    brandId: draw.percent(85) ? taxonomy.idOf('brands', draw.pick(family.brands)) : null,
    primaryCategoryId: taxonomy.idOf('categories', family.category),
    material: family.material ?? null,
    countryOfOrigin: 'India',
    hsCode: family.hsnCode,
    midCode: null,
    gstRate: null,
    gstExempt: false,
    attributeGroupId: null,
    thumbnail: picture,
    images: [],
    metaTitle: null,
    metaDescription: null,
    ogImage: null,
    status,
    visibility: 'public',
    publishedAt: status === 'draft' ? null : created.toISOString(),
  };
}

function links(draw: Draw, family: ProductFamily, taxonomy: TaxonomyPlan) {
  const { category, tags, ingredients = [] } = family;
  return {
    categoryIds: [taxonomy.idOf('categories', category)],
    tagIds: draw.several(tags, draw.whole(1, 3)).map((tag) => taxonomy.idOf('tags', tag)),
    ingredientIds: draw
      .several(ingredients, draw.whole(1, 3))
      .map((ingredient) => taxonomy.idOf('ingredients', ingredient)),
  };
}

function freeSlug(taken: Map<string, number>, base: string): string {
  const count = (taken.get(base) ?? 0) + 1;
  taken.set(base, count);
  return nextSlug(base, count);
}
