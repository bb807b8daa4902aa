import { packs, type ProductFamily } from './product-family.js';

const malabar = ['Malabar Leaf', 'Nilgiri Peak'];
const keepDry = {
  title: 'Storage',
  body: '<p>Keep it in the closed tin, dry and out of the light. Best within nine months of packing.</p>',
};

export const spiceFamilies: readonly ProductFamily[] = [
  {
    category: 'whole-spices',
    title: '{0} {1}',
    subtitle: 'Picked, sun-dried and sorted by hand',
    words: [
      ['Wayanad', 'Idukki', 'Thekkady', 'Tellicherry'],
      ['Black Pepper', 'Green Cardamom', 'Cloves', 'Cinnamon Quills', 'Nutmeg', 'Mace'],
    ],
    description:
      '{1} from small holdings around {0}, from this year’s harvest. Sorted by size, with nothing added.',
    tab: keepDry,
    hsnCode: '0904',
    grams: 116,
    rupees: [140, 590],
    parcel: [16, 12, 6],
    options: [packs(100, 250, 500)],
    brands: malabar,
    tags: ['Organic', 'Small batch', 'GI tagged', 'Bestseller'],
    ingredients: ['Black pepper', 'Cardamom', 'Clove'],
  },
  {
    category: 'ground-spices',
    title: '{0} {1} Powder',
    subtitle: 'Stone-ground to order',
    words: [
      ['Stone-ground', 'Sun-dried', 'Farm', 'Roasted'],
      ['Turmeric', 'Coriander', 'Kashmiri Chilli', 'Garam Masala', 'Fish Curry Masala', 'Sambar'],
    ],
    description: '{1}, {0}, milled cold in small lots so that the oils stay where they belong.',
    tab: keepDry,
    hsnCode: '0910',
    grams: 116,
    rupees: [65, 190],
    parcel: [16, 12, 5],
    options: [packs(100, 250, 500)],
    brands: malabar,
    tags: ['Organic', 'Everyday', 'Small batch'],
    ingredients: ['Turmeric', 'Coriander', 'Chilli', 'Cumin'],
  },
  {
    category: 'tea',
    title: '{0} {1} Tea',
    subtitle: 'Single garden, packed in the hills',
    words: [
      ['Nilgiri', 'Munnar', 'High Range', 'Vagamon'],
      ['Orange Pekoe', 'CTC Dust', 'Green', 'White', 'Masala', 'Frost'],
    ],
    description: '{1} tea from one garden of the {0} hills, plucked at about 1,800 metres.',
    tab: {
      title: 'How to brew',
      body: '<p>One teaspoon a cup, water just off the boil, three to four minutes.</p>',
    },
    hsnCode: '0902',
    grams: 116,
    rupees: [120, 690],
    parcel: [16, 10, 8],
    options: [packs(100, 250)],
    brands: ['Nilgiri Peak'],
    tags: ['Organic', 'Gift', 'Small batch'],
  },
  {
    category: 'coffee',
    title: '{0} {1} Coffee',
    subtitle: 'Roasted on Tuesdays, sent on Wednesdays',
    words: [
      ['Monsooned Malabar', 'Wayanad Robusta', 'Araku Valley', 'Baba Budan'],
      ['Light Roast', 'Medium Roast', 'Dark Roast', 'Peaberry'],
    ],
    description: '{0} beans as a {1}, shade-grown under pepper vines and silver oak.',
    tab: {
      title: 'Storage',
      body: '<p>Close the valve bag well. At its best from day four to day thirty.</p>',
    },
    hsnCode: '0901',
    grams: 276,
    rupees: [290, 690],
    parcel: [22, 14, 8],
    options: [packs(250, 500), { name: 'Grind', values: ['Whole bean', 'Filter', 'Espresso'], pick: 2 }],
    brands: malabar,
    tags: ['Fair trade', 'Small batch', 'Bestseller'],
  },
  {
    category: 'dry-fruits-nuts',
    title: '{0} {1}',
    subtitle: 'Graded, in a resealable pouch',
    words: [
      ['Kollam', 'Roasted', 'Salted', 'Pepper-roasted', 'Jumbo'],
      ['Cashews', 'Coconut Chips', 'Banana Chips', 'Jackfruit Chips', 'Dried Nutmeg Fruit'],
    ],
    description: '{0} {1} from the Kerala coast, packed within a week of processing.',
    tab: keepDry,
    hsnCode: '0801',
    grams: 222,
    rupees: [150, 520],
    parcel: [20, 14, 6],
    options: [packs(200, 500)],
    brands: ['Malabar Leaf'],
    tags: ['Gift', 'Vegan', 'Everyday'],
  },
];
