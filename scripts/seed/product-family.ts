/** A size in which something is packed: grams of the parcel, and its price as a multiple of the first one's. */
export interface PackSize {
  value: string;
  grams: number;
  factor: number;
}

export interface FamilyOption {
  name: string;
  values: readonly (string | PackSize)[];
  /** Each product has so many of them; all where undefined. */
  pick?: number;
}

/** A word of a title; in another script with its English beside it. */
export type TitleWord = string | readonly [title: string, english: string];

/** Products that are made, described and taxed alike. In texts `{0}` and `{1}` are a word of each list. */
export interface ProductFamily {
  /** Slug. */
  category: string;
  title: string;
  /** In English, whatever the title is in. */
  subtitle: string;
  words: readonly [readonly TitleWord[], readonly TitleWord[]];
  description: string;
  /** A second tab beside the description. */
  tab: { title: string; body: string };
  hsnCode: string;
  /** Grams of a piece, where its pack does not say it. */
  grams: number;
  /** Whole rupees, the dearest and the cheapest product, in the first pack. */
  rupees: readonly [least: number, most: number];
  /** Centimetres: length, breadth, height of the parcel. */
  parcel: readonly [number, number, number];
  material?: string;
  options?: readonly FamilyOption[];
  /** By title; some products have none. */
  brands: readonly string[];
  tags: readonly string[];
  ingredients?: readonly string[];
}

export const clothingSizes: FamilyOption = { name: 'Size', values: ['S', 'M', 'L', 'XL', 'XXL'] };

/** Packs of so many grams, each a little cheaper by weight than the one before. */
export function packs(...grams: number[]): FamilyOption {
  const [first = 1] = grams;
  const label = (weight: number) => (weight < 1000 ? `${weight} g` : `${weight / 1000} kg`);
  const values = grams.map((weight) => ({
    value: label(weight),
    // What it is packed in weighs something too.
    grams: Math.round(weight * 1.06) + 10,
    factor: (weight / first) ** 0.92,
  }));
  return { name: 'Pack', values };
}
