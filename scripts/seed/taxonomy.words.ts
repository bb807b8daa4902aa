/** A category with those under it. */
export interface CategoryWords {
  title: string;
  children?: readonly CategoryWords[];
}

const leaves = (...titles: string[]): CategoryWords[] => titles.map((title) => ({ title }));

/** Slugs are made of the titles, and products name their category by its slug. */
export const categoryTree: readonly CategoryWords[] = [
  {
    title: 'Clothing',
    children: [
      { title: 'Sarees', children: leaves('Silk Sarees', 'Cotton Sarees') },
      ...leaves('Dupattas & Stoles', 'Kurtas', 'Shirts', 'Veshtis & Dhotis', 'Fabrics'),
    ],
  },
  {
    title: 'Home & Living',
    children: leaves('Bed Linen', 'Quilts', 'Table Linen', 'Cushion Covers', 'Planters'),
  },
  { title: 'Decor & Puja', children: leaves('Diyas & Lamps', 'Puja Essentials', 'Wall Decor') },
  {
    title: 'Kitchen & Dining',
    children: leaves(
      'Cookware',
      'Tiffins & Lunch Boxes',
      'Kitchen Storage',
      'Kitchen Tools',
      'Serveware',
      'Drinkware',
    ),
  },
  {
    title: 'Food & Pantry',
    children: [
      { title: 'Spices', children: leaves('Whole Spices', 'Ground Spices') },
      ...leaves(
        'Tea',
        'Coffee',
        'Dry Fruits & Nuts',
        'Pickles',
        'Snacks',
        'Oils & Ghee',
        'Honey & Preserves',
      ),
    ],
  },
  { title: 'Beauty & Wellness', children: leaves('Face Care', 'Hair Care', 'Soaps & Bath') },
  { title: 'Accessories', children: leaves('Handbags', 'Wallets & Belts', 'Footwear', 'Jewellery') },
];

export const brandTitles = [
  'Kaveri',
  'Tantu',
  'Chhipa & Sons',
  'Neel Gaon',
  'Pital Ghar',
  'Malabar Leaf',
  'Nilgiri Peak',
  'Chettinad Pantry',
  'Thinnai',
  'Kutch Craft',
  'Rann & Co',
  'Devbhoomi',
  'Van Aushadhi',
  'Sahyadri',
  'Deccan Steel',
];

export const tagTitles = [
  'Handmade',
  'Handloom',
  'Organic',
  'Vegan',
  'Gift',
  'Festive',
  'Wedding',
  'Everyday',
  'Bestseller',
  'New arrival',
  'Small batch',
  'Plastic free',
  'Natural dye',
  'GI tagged',
  'Fair trade',
];

export const ingredientTitles = [
  'Turmeric',
  'Neem',
  'Tulsi',
  'Sandalwood',
  'Rose',
  'Saffron',
  'Amla',
  'Bhringraj',
  'Hibiscus',
  'Coconut oil',
  'Sesame oil',
  'Black pepper',
  'Cardamom',
  'Clove',
  'Chilli',
  'Coriander',
  'Cumin',
  'Mango',
  'Lime',
  'Jaggery',
  'Honey',
  'Rice flour',
  'Ginger',
  'Lemongrass',
  'Multani mitti',
];
