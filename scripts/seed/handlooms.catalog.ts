import type { ProductFamily } from './product-family.js';

const handlooms = ['Kaveri', 'Tantu'];
const dryClean = {
  title: 'Care',
  body: '<p>Dry clean. Keep it folded in muslin, and refold it along other lines twice a year.</p>',
};
const handWash = {
  title: 'Care',
  body: '<p>Hand wash apart in cold water for the first three times. Dry in the shade.</p>',
};

export const handloomFamilies: readonly ProductFamily[] = [
  {
    category: 'silk-sarees',
    title: '{0} Silk Saree with {1} Border',
    subtitle: 'Six yards with an unstitched blouse piece',
    words: [
      ['Mysore', 'Kanjivaram', 'Ilkal', 'Molakalmuru', 'Arani', 'Dharmavaram'],
      ['Temple', 'Peacock', 'Mango', 'Rudraksha', 'Checked', 'Lotus'],
    ],
    description:
      'Woven on a pit loom in pure mulberry silk, with the {1} border that {0} weavers are known for. The blouse piece is part of the length.',
    tab: dryClean,
    hsnCode: '5007',
    grams: 780,
    rupees: [5_490, 18_900],
    parcel: [36, 28, 6],
    material: 'Mulberry silk',
    options: [
      { name: 'Colour', values: ['Maroon', 'Peacock blue', 'Mustard', 'Bottle green', 'Ivory'], pick: 3 },
    ],
    brands: handlooms,
    tags: ['Handloom', 'Wedding', 'Festive', 'GI tagged', 'Gift'],
  },
  {
    category: 'cotton-sarees',
    title: '{0} Cotton Saree, {1}',
    subtitle: 'Light handloom cotton for every day',
    words: [
      ['Mangalagiri', 'Chettinad', 'Kasuti', 'Udupi', 'Venkatagiri', 'Kodiyal'],
      ['Fine Checks', 'Plain Body', 'Ganga Jamuna', 'Thread Stripes', 'Buttis'],
    ],
    description:
      'A {0} weave in combed cotton that gets softer with every wash. Pattern: {1}. Comes with a running blouse piece.',
    tab: handWash,
    hsnCode: '5208',
    grams: 520,
    rupees: [1_190, 3_490],
    parcel: [34, 26, 5],
    material: 'Cotton',
    options: [{ name: 'Colour', values: ['Indigo', 'Rust', 'Leaf green', 'Off white', 'Plum'], pick: 3 }],
    brands: handlooms,
    tags: ['Handloom', 'Everyday', 'Natural dye', 'Fair trade'],
  },
  {
    category: 'dupattas-stoles',
    title: 'हथकरघा {0} दुपट्टा – {1}',
    subtitle: '{0} dupatta, {1}, woven by hand',
    words: [
      [
        ['सूती', 'Cotton'],
        ['रेशमी', 'Silk'],
        ['लिनन', 'Linen'],
        ['टसर', 'Tussar'],
        ['ऊनी', 'Wool'],
      ],
      [
        ['लहरिया', 'wave pattern'],
        ['मोर', 'peacock'],
        ['कमल', 'lotus'],
        ['ज़री किनारा', 'zari edge'],
        ['चौकड़ी', 'checks'],
      ],
    ],
    description: '{0} spun and woven by hand, two and a half metres long, with knotted tassels: {1}.',
    tab: handWash,
    hsnCode: '6214',
    grams: 240,
    rupees: [690, 2_990],
    parcel: [30, 24, 3],
    options: [{ name: 'रंग', values: ['लाल', 'नीला', 'हरा', 'पीला'], pick: 2 }],
    brands: handlooms,
    tags: ['Handloom', 'Gift', 'Festive'],
  },
  {
    category: 'veshtis-dhotis',
    title: '{0} Veshti with {1}',
    subtitle: 'Unstitched, bleached, ready to wear',
    words: [
      ['Double', 'Single', 'Panchakacham', 'Pocket', 'Velcro'],
      ['Gold Zari', 'Silver Zari', 'Green Border', 'Maroon Border', 'Plain Border'],
    ],
    description: 'Fine bleached cotton from Salem, soft from the first day. A {0} veshti finished with {1}.',
    tab: handWash,
    hsnCode: '5208',
    grams: 310,
    rupees: [390, 1_690],
    parcel: [30, 22, 4],
    material: 'Cotton',
    options: [{ name: 'Length', values: ['1.8 m', '2.0 m', '4.0 m'], pick: 2 }],
    brands: ['Kaveri'],
    tags: ['Handloom', 'Everyday', 'Wedding'],
  },
  {
    category: 'fabrics',
    title: '{0} Fabric, {1}, per Metre',
    subtitle: 'Cut to length, 112 cm wide',
    words: [
      ['Khadi Cotton', 'Mulmul', 'Kota Doria', 'Ikat', 'Khesh', 'Mashru'],
      ['Undyed', 'Indigo', 'Madder Red', 'Charcoal', 'Pinstripe'],
    ],
    description:
      '{0} by the metre in {1}, for kurtas, curtains and everything between. Several metres come in one piece.',
    tab: handWash,
    hsnCode: '5209',
    grams: 180,
    rupees: [220, 890],
    parcel: [30, 22, 3],
    material: 'Cotton',
    brands: ['Tantu'],
    tags: ['Handloom', 'Natural dye', 'Plastic free'],
  },
];
