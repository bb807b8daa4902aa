import { packs, type ProductFamily } from './product-family.js';

/** What the vendor sells that came last. */
export const newcomerFamily: ProductFamily = {
  category: 'coffee',
  title: '{0} {1} Coffee',
  subtitle: 'From one hill, roasted on Mondays',
  words: [['Galibeedu Estate'], ['Filter']],
  description: '{1} coffee of our own harvest, shade-grown on the {0}, washed and dried on the farm.',
  tab: { title: 'Brewing', body: '<p>Two heaped spoons for a South Indian filter. Best within a month.</p>' },
  hsnCode: '0901',
  grams: 270,
  rupees: [420, 420],
  parcel: [18, 10, 7],
  options: [packs(250, 500)],
  brands: ['Nilgiri Peak'],
  tags: ['Small batch'],
};
