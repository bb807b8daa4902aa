/** The names of HTML 4 and those that authors write most; other names are not judged. */
const NAMES: Readonly<Record<string, string>> = {
  black: '#000000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  white: '#ffffff',
  maroon: '#800000',
  red: '#ff0000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  yellow: '#ffff00',
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  aqua: '#00ffff',
  orange: '#ffa500',
  pink: '#ffc0cb',
  gold: '#ffd700',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  darkgray: '#a9a9a9',
  beige: '#f5f5dc',
};

/** A colour of a style as `#rrggbb`, without its transparency; undefined for what is no known colour. */
export function hexColor(text: string): string | undefined {
  const lower = text.toLowerCase();
  const [, digits] = /^#([0-9a-f]{3,8})$/.exec(lower) ?? [];
  if (digits === undefined) return NAMES[lower];
  if (digits.length === 3 || digits.length === 4)
    return `#${[...digits.slice(0, 3)].map((digit) => digit + digit).join('')}`;
  return digits.length === 6 || digits.length === 8 ? `#${digits.slice(0, 6)}` : undefined;
}
