/** Units that shoppers write in several ways, as the number of a common smaller unit. */
const units: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  ml: ['ml', 1],
  millilitre: ['ml', 1],
  millilitres: ['ml', 1],
  milliliter: ['ml', 1],
  mls: ['ml', 1],
  l: ['ml', 1_000],
  ltr: ['ml', 1_000],
  ltrs: ['ml', 1_000],
  lt: ['ml', 1_000],
  lit: ['ml', 1_000],
  litre: ['ml', 1_000],
  litres: ['ml', 1_000],
  liter: ['ml', 1_000],
  liters: ['ml', 1_000],
  g: ['g', 1],
  gm: ['g', 1],
  gms: ['g', 1],
  gr: ['g', 1],
  gram: ['g', 1],
  grams: ['g', 1],
  kg: ['g', 1_000],
  kgs: ['g', 1_000],
  kilo: ['g', 1_000],
  kilos: ['g', 1_000],
  kilogram: ['g', 1_000],
  mg: ['mg', 1],
  mm: ['mm', 1],
  cm: ['mm', 10],
  cms: ['mm', 10],
  m: ['mm', 1_000],
  metre: ['mm', 1_000],
  metres: ['mm', 1_000],
  meter: ['mm', 1_000],
  meters: ['mm', 1_000],
  inch: ['inch', 1],
  inches: ['inch', 1],
  ft: ['inch', 12],
  feet: ['inch', 12],
  w: ['w', 1],
  watt: ['w', 1],
  watts: ['w', 1],
  v: ['v', 1],
  volt: ['v', 1],
  volts: ['v', 1],
  mb: ['mb', 1],
  gb: ['mb', 1_024],
  tb: ['mb', 1_048_576],
  mah: ['mah', 1],
  spf: ['spf', 1],
  pc: ['pc', 1],
  pcs: ['pc', 1],
  piece: ['pc', 1],
  pieces: ['pc', 1],
};

const names = Object.keys(units).sort((a, b) => b.length - a.length);
const AMOUNT = String.raw`(\d{1,7}(?:[.,]\d{1,3})?)`;
const SIZE = String.raw`\d{1,3}(?:\.\d)?|x{0,3}[sl]|m`;
/** `1.5 l`, `500ml`, `32 GB`; and `SPF 50` and `size 8`, which are written the other way round. */
const MEASURE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?:${AMOUNT}[\s-]{0,2}(${names.join('|')})|(spf)[\s-]{0,2}${AMOUNT}|size[\s-]{0,2}(${SIZE}))(?![\p{L}\p{N}\p{M}])`,
  'giu',
);

export interface Measure {
  /** As it is compared: no written word begins with this sign. */
  lexeme: string;
  from: number;
  until: number;
}

const sizeLexeme = (size: string) => `#${size.toLowerCase()}size`;
const ONLY_SIZE = new RegExp(`^(?:${SIZE})$`, 'i');

/** The measure of an option value that is a size and nothing else, as "8" or "XL"; null for others. */
export function sizeOf(value: string): string | null {
  return ONLY_SIZE.test(value.trim()) ? sizeLexeme(value.trim()) : null;
}

/** Numbers with units in a text, in order: "1 litre", "1 l" and "1000ml" are the same measure. */
export function measuresIn(text: string): Measure[] {
  if (!/\d|size/i.test(text)) return [];
  return [...text.matchAll(MEASURE)].map((match) => {
    const [whole, amount, name, spf, factorOfSpf, size] = match;
    const [from, until] = [match.index, match.index + whole.length];
    if (size !== undefined) return { lexeme: sizeLexeme(size), from, until };
    const [unit, factor] = units[(name ?? spf ?? '').toLowerCase()] ?? ['', 1];
    const value = Number((amount ?? factorOfSpf ?? '').replace(',', '.')) * factor;
    return {
      lexeme: `#${Math.round(value * 1_000) / 1_000}${unit}`,
      from,
      until,
    };
  });
}
