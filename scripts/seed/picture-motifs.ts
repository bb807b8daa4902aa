interface Colours {
  body: string;
  light: string;
  dark: string;
  gold: string;
}

type Motif = (colours: Colours) => string;

const shadow = '<ellipse cx="300" cy="468" rx="190" ry="20" fill="#000" opacity="0.1"/>';

/** Draped cloth with a border. */
const cloth: Motif = ({ body, light, dark, gold }) => `
  <path d="M150 130q150-60 300 0v330q-40 24-75 0t-75 0-75 0-75 0z" fill="${body}"/>
  <path d="M225 112v345M300 104v352M375 112v345" stroke="${dark}" stroke-width="5" opacity="0.5" fill="none"/>
  <path d="M150 130q150-60 300 0v44q-150-60-300 0z" fill="${light}"/>
  <path d="M150 400q40 24 75 0t75 0 75 0 75 0v26q-40 24-75 0t-75 0-75 0-75 0z" fill="${gold}"/>`;

/** A lamp with its flame. */
const lamp: Motif = ({ body, light, dark }) => `
  <path d="M300 130q44 62 0 104-44-42 0-104z" fill="#f2b544"/><path d="M300 172q20 32 0 56-20-24 0-56z" fill="#fff1c9"/>
  <path d="M130 240h340q-20 104-120 116h-100q-100-12-120-116z" fill="${body}"/>
  <ellipse cx="300" cy="240" rx="170" ry="24" fill="${dark}"/>
  <path d="M272 352h56l14 78h-84z" fill="${light}"/><path d="M200 430h200l24 34h-248z" fill="${dark}"/>`;

/** A round vessel. */
const pot: Motif = ({ body, light, dark }) => `
  <path d="M220 150h160l-16 52q96 40 96 140 0 78-70 122h-180q-70-44-70-122 0-100 96-140z" fill="${body}"/>
  <ellipse cx="300" cy="150" rx="92" ry="18" fill="${dark}"/>
  <path d="M142 322q158 52 316 0v40q-158 52-316 0z" fill="${light}"/>`;

/** A bowl with a heap in it. */
const bowl: Motif = ({ body, light, dark, gold }) => `
  <path d="M160 300q60-126 140-126t140 126z" fill="${gold}"/><path d="M210 262q50-66 92-66" stroke="#fff" stroke-width="8" opacity="0.35" fill="none"/>
  <path d="M110 292h380q-10 130-120 172h-140q-110-42-120-172z" fill="${body}"/>
  <ellipse cx="300" cy="296" rx="190" ry="20" fill="${dark}" opacity="0.5"/>
  <path d="M140 370q160 50 320 0l-14 32q-146 40-292 0z" fill="${light}"/>`;

/** A bottle or jar with a label. */
const jar: Motif = ({ body, light, dark }) => `
  <rect x="238" y="116" width="124" height="62" rx="10" fill="${dark}"/>
  <path d="M222 178h156q52 30 52 86v180q0 20-20 20h-220q-20 0-20-20v-180q0-56 52-86z" fill="${body}"/>
  <rect x="170" y="286" width="260" height="112" fill="#fff" opacity="0.86"/>
  <path d="M222 324h156M246 356h108" stroke="${dark}" stroke-width="8"/><path d="M196 244q10-30 34-44" stroke="${light}" stroke-width="12" fill="none"/>`;

/** A leaf on its stem. */
const leaf: Motif = ({ body, light, dark }) => `
  <path d="M300 464V250" stroke="${dark}" stroke-width="12"/>
  <path d="M300 120q126 82 0 260-126-178 0-260z" fill="${body}"/><path d="M300 400q20-110 140-120-6 116-140 120z" fill="${light}"/>
  <path d="M300 430q-20-100-140-110 6 106 140 110z" fill="${light}"/><path d="M300 160v200" stroke="${dark}" stroke-width="5"/>`;

/** A bag with its handle. */
const bag: Motif = ({ body, light, dark, gold }) => `
  <path d="M220 236v-30q0-80 80-80t80 80v30" stroke="${dark}" stroke-width="18" fill="none"/>
  <path d="M150 226h300l28 238h-356z" fill="${body}"/><path d="M150 226h300l10 82q-160 60-320 0z" fill="${light}"/><circle cx="300" cy="330" r="17" fill="${gold}"/>`;

/** A folded stack. */
const stack: Motif = ({ body, light, dark, gold }) =>
  [body, light, dark, gold]
    .map(
      (fill, index) =>
        `<rect x="${130 + index * 12}" y="${388 - index * 76}" width="${340 - index * 24}" height="76" rx="34" fill="${fill}"/>`,
    )
    .join('');

/** What stands for a category, the first that fits its name. */
const motifs: [RegExp, Motif][] = [
  [/lamp|diya|puja|brass/, lamp],
  [/saree|dupatta|stole|wall|veshti|dhoti|fabric/, cloth],
  [/pickle|oil|ghee|honey|face|hair|storage|tiffin/, jar],
  [/spice|tea|coffee|nut|snack|serve|turmeric/, bowl],
  [/organic|planter|soap|bath/, leaf],
  [/bag|wallet|belt|footwear|jewel/, bag],
  [/linen|quilt|cushion|kurta|shirt/, stack],
];

/** The motif of a picture's key, in a square of 600. */
export function motifOf(key: string, colours: Colours): string {
  const [, motif] = motifs.find(([names]) => names.test(key)) ?? [undefined, pot];
  return shadow + motif(colours);
}
