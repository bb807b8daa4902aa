import type { PackSize, ProductFamily } from './product-family.js';

const polish = {
  title: 'Care',
  body: '<p>Rub with tamarind or pitambari powder and a soft cloth. Do not use steel wool.</p>',
};
const finishes = { name: 'Finish', values: ['Polished', 'Antique'] };
const heights: { name: string; values: PackSize[] } = {
  name: 'Height',
  values: [
    { value: '10 cm', grams: 420, factor: 1 },
    { value: '18 cm', grams: 980, factor: 2.1 },
    { value: '30 cm', grams: 2_300, factor: 4.4 },
  ],
};

export const brasswareFamilies: readonly ProductFamily[] = [
  {
    category: 'diyas-lamps',
    title: 'पीतल का {0} {1}',
    subtitle: 'Brass {1} with {0} design',
    words: [
      [
        ['मोर', 'peacock'],
        ['कमल', 'lotus'],
        ['गणेश', 'Ganesha'],
        ['शंख', 'conch'],
        ['पत्ती', 'leaf'],
        ['हाथी', 'elephant'],
      ],
      [
        ['दीया', 'diya'],
        ['समई', 'standing lamp'],
        ['लटकन दीप', 'hanging lamp'],
        ['पंचमुखी दीया', 'five-wick diya'],
      ],
    ],
    description: 'A {1} sand-cast in Moradabad and chased by hand with a {0}. Burns oil or ghee.',
    tab: polish,
    hsnCode: '7419',
    grams: 420,
    rupees: [290, 990],
    parcel: [18, 18, 14],
    material: 'Brass',
    options: [heights],
    brands: ['Pital Ghar'],
    tags: ['Handmade', 'Festive', 'Gift', 'Plastic free'],
  },
  {
    category: 'puja-essentials',
    title: '{0} Brass {1}',
    subtitle: 'For the puja room',
    words: [
      ['Engraved', 'Plain', 'Hammered', 'Meenakari', 'Nakshi'],
      ['Puja Thali Set', 'Bell', 'Kalash', 'Incense Holder', 'Panchpatra', 'Camphor Lamp'],
    ],
    description: '{0} {1} of heavy-gauge brass, turned on the lathe and finished by hand.',
    tab: polish,
    hsnCode: '7419',
    grams: 560,
    rupees: [240, 2_190],
    parcel: [26, 26, 10],
    material: 'Brass',
    options: [finishes],
    brands: ['Pital Ghar'],
    tags: ['Handmade', 'Festive', 'Gift'],
  },
  {
    category: 'serveware',
    title: '{0} {1}',
    subtitle: 'Tin-lined brass and copper for the table',
    words: [
      ['Hammered Copper', 'Tinned Brass', 'Kansa', 'Etched Brass'],
      ['Dinner Thali', 'Serving Bowl', 'Water Jug', 'Katori, Set of 4', 'Biryani Handi', 'Sweet Dish'],
    ],
    description:
      '{0} {1}, beaten out of one sheet by Moradabad’s thatheras. The inside is safe for everything but vinegar.',
    tab: polish,
    hsnCode: '7418',
    grams: 780,
    rupees: [590, 3_490],
    parcel: [30, 30, 14],
    brands: ['Pital Ghar'],
    tags: ['Handmade', 'Wedding', 'Gift', 'Plastic free'],
  },
  {
    category: 'wall-decor',
    title: '{0} {1}',
    subtitle: 'Hangs from a single nail',
    words: [
      ['Brass Sun', 'Tree of Life', 'Dancing Peacock', 'Jali', 'Buddha'],
      ['Wall Plate', 'Wall Mask', 'Wall Panel', 'Mirror Frame', 'Key Holder'],
    ],
    description: 'A {1} cast and pierced by hand with the {0} motif. The hook is on the back.',
    tab: polish,
    hsnCode: '8306',
    grams: 1_400,
    rupees: [890, 4_490],
    parcel: [42, 42, 8],
    material: 'Brass',
    options: [finishes],
    brands: ['Pital Ghar'],
    tags: ['Handmade', 'Gift', 'New arrival'],
  },
  {
    category: 'planters',
    title: '{0} Brass {1}',
    subtitle: 'With a drip tray',
    words: [
      ['Fluted', 'Hammered', 'Ribbed', 'Urli'],
      ['Table Planter', 'Floor Planter', 'Hanging Planter', 'Tulsi Pot'],
    ],
    description: 'A {0} {1} for indoors, lacquered inside so that soil does not mark it.',
    tab: polish,
    hsnCode: '7419',
    grams: 1_100,
    rupees: [690, 2_990],
    parcel: [28, 28, 26],
    material: 'Brass',
    options: [finishes],
    brands: ['Pital Ghar'],
    tags: ['Handmade', 'Plastic free', 'New arrival'],
  },
];
