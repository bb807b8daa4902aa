import { clothingSizes, type ProductFamily } from './product-family.js';

const printers = ['Chhipa & Sons', 'Neel Gaon'];
const prints = ['Bagru', 'Sanganeri', 'Dabu', 'Ajrakh', 'Indigo', 'Barmer'];
const coldWash = {
  title: 'Care',
  body: '<p>Machine wash cold with like colours. Small shifts of the print are the mark of the hand.</p>',
};
const beds: ProductFamily['options'] = [
  {
    name: 'Size',
    values: [
      { value: 'Single', grams: 900, factor: 1 },
      { value: 'Queen', grams: 1_350, factor: 1.45 },
      { value: 'King', grams: 1_600, factor: 1.7 },
    ],
  },
];

export const blockPrintFamilies: readonly ProductFamily[] = [
  {
    category: 'kurtas',
    title: '{0} Print {1} Kurta',
    subtitle: 'Hand-block printed cotton',
    words: [prints, ['Straight', 'Anarkali', 'A-line', 'Angrakha', 'Short']],
    description:
      'Cotton cambric printed by hand with wooden blocks in the {0} manner, cut as a {1} kurta with side pockets.',
    tab: coldWash,
    hsnCode: '6211',
    grams: 320,
    rupees: [890, 2_490],
    parcel: [32, 26, 4],
    material: 'Cotton cambric',
    options: [clothingSizes],
    brands: printers,
    tags: ['Handmade', 'Natural dye', 'Bestseller', 'Festive'],
  },
  {
    category: 'shirts',
    title: 'Men’s {0} Print Shirt, {1}',
    subtitle: 'Half or full sleeves in printed cotton',
    words: [prints, ['Half Sleeve', 'Full Sleeve', 'Mandarin Collar', 'Camp Collar']],
    description: 'A shirt of {0} printed cotton with coconut-shell buttons. {1}, regular fit.',
    tab: coldWash,
    hsnCode: '6205',
    grams: 280,
    rupees: [790, 1_890],
    parcel: [32, 24, 4],
    material: 'Cotton',
    options: [{ ...clothingSizes, pick: 4 }],
    brands: printers,
    tags: ['Handmade', 'Everyday', 'New arrival'],
  },
  {
    category: 'bed-linen',
    title: '{0} Bedsheet Set, {1}',
    subtitle: 'Sheet and two pillow covers, 200 threads',
    words: [prints, ['Mughal Garden', 'Jaal', 'Buti', 'Elephant March', 'Tree of Life']],
    description:
      'Percale cotton with a {1} pattern from {0} blocks. The colours are fixed by steam and do not run.',
    tab: coldWash,
    hsnCode: '6302',
    grams: 1_200,
    rupees: [1_290, 2_790],
    parcel: [36, 30, 8],
    material: 'Cotton percale',
    options: beds,
    brands: printers,
    tags: ['Handmade', 'Gift', 'Bestseller'],
  },
  {
    category: 'quilts',
    title: '{0} Razai, {1}',
    subtitle: 'Jaipuri quilt filled with carded cotton',
    words: [prints, ['Reversible', 'Velvet Back', 'Summer Weight', 'Winter Weight']],
    description:
      'The light quilt of Jaipur: {0} voile over hand-carded cotton, stitched by hand so that nothing shifts. {1}.',
    tab: { title: 'Care', body: '<p>Air it in the sun. Dry clean once a year.</p>' },
    hsnCode: '9404',
    grams: 1_500,
    rupees: [2_190, 4_990],
    parcel: [44, 36, 18],
    material: 'Cotton voile',
    options: beds,
    brands: ['Chhipa & Sons'],
    tags: ['Handmade', 'Wedding', 'Gift'],
  },
  {
    category: 'table-linen',
    title: '{0} {1}',
    subtitle: 'Printed by hand on cotton canvas',
    words: [
      prints,
      ['Table Runner', 'Table Cloth', 'Placemats, Set of 6', 'Napkins, Set of 6', 'Tea Towels, Set of 3'],
    ],
    description: '{1} of sturdy cotton canvas with a {0} print on one side and mitred corners.',
    tab: coldWash,
    hsnCode: '6302',
    grams: 380,
    rupees: [390, 1_690],
    parcel: [32, 24, 4],
    material: 'Cotton canvas',
    options: [{ name: 'Colour', values: ['Indigo', 'Madder', 'Olive', 'Kashish grey'], pick: 2 }],
    brands: ['Neel Gaon'],
    tags: ['Handmade', 'Everyday', 'Gift', 'Fair trade'],
  },
];
