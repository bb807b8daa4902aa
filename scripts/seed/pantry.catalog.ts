import { packs, type ProductFamily } from './product-family.js';

const houses = ['Chettinad Pantry', 'Thinnai'];
const keepDry = {
  title: 'Storage',
  body: '<p>Use a dry spoon. Keeps six months closed, six weeks open.</p>',
};

export const pantryFamilies: readonly ProductFamily[] = [
  {
    category: 'ground-spices',
    title: 'செட்டிநாடு {0} {1}',
    subtitle: 'Chettinad {0}, {1}',
    words: [
      [
        ['சாம்பார்', 'sambar'],
        ['ரசம்', 'rasam'],
        ['கோழி மசாலா', 'chicken masala'],
        ['மீன் குழம்பு', 'fish curry'],
        ['இட்லி மிளகாய்', 'idli chilli'],
        ['பருப்பு', 'dal'],
      ],
      [
        ['பொடி', 'ground'],
        ['காரப் பொடி', 'ground hot'],
        ['வறுத்த பொடி', 'roasted and ground'],
      ],
    ],
    description: '{0} powder after a family recipe of Karaikudi: roasted in an iron pan, {1} on stone.',
    tab: keepDry,
    hsnCode: '0910',
    grams: 116,
    rupees: [75, 160],
    parcel: [16, 12, 5],
    options: [packs(100, 250, 500)],
    brands: houses,
    tags: ['Small batch', 'Everyday', 'Vegan'],
    ingredients: ['Coriander', 'Chilli', 'Cumin', 'Black pepper', 'Turmeric'],
  },
  {
    category: 'pickles',
    title: '{0} ஊறுகாய் – {1}',
    subtitle: '{0} pickle, {1}',
    words: [
      [
        ['மாங்காய்', 'Mango'],
        ['எலுமிச்சை', 'Lime'],
        ['நெல்லிக்காய்', 'Gooseberry'],
        ['பூண்டு', 'Garlic'],
        ['நார்த்தங்காய்', 'Citron'],
      ],
      [
        ['காரம்', 'hot'],
        ['இனிப்பு', 'sweet'],
        ['நல்லெண்ணெய்', 'in sesame oil'],
        ['உப்பு', 'salted'],
      ],
    ],
    description: '{0} cut by hand and matured for three weeks in stoneware, {1}. Without preservatives.',
    tab: keepDry,
    hsnCode: '2001',
    grams: 428,
    rupees: [140, 260],
    parcel: [12, 12, 14],
    options: [packs(300, 500)],
    brands: houses,
    tags: ['Small batch', 'Vegan', 'Bestseller'],
    ingredients: ['Mango', 'Lime', 'Sesame oil', 'Chilli', 'Amla'],
  },
  {
    category: 'snacks',
    title: '{0} {1}',
    subtitle: 'Chettinad snack: {0} {1}',
    words: [
      [
        ['காரைக்குடி', 'Karaikudi'],
        ['வெண்ணெய்', 'butter'],
        ['மிளகு', 'pepper'],
        ['பூண்டு', 'garlic'],
        ['தேங்காய்', 'coconut'],
      ],
      [
        ['முறுக்கு', 'murukku'],
        ['தட்டை', 'thattai'],
        ['சீடை', 'seedai'],
        ['அதிரசம்', 'adhirasam'],
        ['மிக்சர்', 'mixture'],
      ],
    ],
    description:
      'Fried in cold-pressed groundnut oil on the morning it is packed: {0} {1}, crisp for six weeks.',
    tab: keepDry,
    hsnCode: '2106',
    grams: 222,
    rupees: [95, 240],
    parcel: [20, 16, 8],
    options: [packs(200, 400)],
    brands: ['Thinnai'],
    tags: ['Festive', 'Gift', 'Everyday'],
    ingredients: ['Rice flour', 'Cumin', 'Coconut oil', 'Jaggery'],
  },
  {
    category: 'oils-ghee',
    title: '{0} {1} Oil',
    subtitle: 'Pressed slowly, never heated',
    words: [
      ['Wood-pressed', 'Bull-driven', 'Cold-pressed', 'Stone-pressed'],
      ['Sesame', 'Groundnut', 'Coconut', 'Mustard', 'Castor'],
    ],
    description: '{0} {1} oil from the chekku of the house, settled for a week and not filtered.',
    tab: { title: 'Storage', body: '<p>Keep it away from light. A little sediment is as it should be.</p>' },
    hsnCode: '1515',
    grams: 560,
    rupees: [220, 420],
    parcel: [10, 10, 24],
    options: [
      {
        name: 'Bottle',
        values: [
          { value: '500 ml', grams: 560, factor: 1 },
          { value: '1 l', grams: 1_080, factor: 1.9 },
          { value: '5 l', grams: 5_150, factor: 8.8 },
        ],
      },
    ],
    brands: houses,
    tags: ['Organic', 'Vegan', 'Everyday'],
    ingredients: ['Sesame oil', 'Coconut oil'],
  },
  {
    category: 'coffee',
    title: 'Kumbakonam Filter Coffee, {0}, {1}',
    subtitle: 'Ground for the brass filter',
    words: [
      ['Pure', '80:20 Chicory', '70:30 Chicory', '60:40 Chicory'],
      ['Medium Roast', 'Dark Roast', 'Estate Blend', 'Peaberry'],
    ],
    description: 'Degree coffee as it is served in Kumbakonam. {0}, {1}, ground fine for a slow drip.',
    tab: { title: 'How to brew', body: '<p>Three spoons to a filter, water off the boil, wait twenty minutes.</p>' }, // prettier-ignore
    hsnCode: '0901',
    grams: 222,
    rupees: [160, 340],
    parcel: [18, 12, 7],
    options: [packs(200, 500)],
    brands: ['Thinnai'],
    tags: ['Bestseller', 'Everyday', 'Small batch'],
  },
];
