/** The least contrast at which text of normal size counts as readable (WCAG 2.2, 1.4.3). */
export const READABLE_CONTRAST = 4.5;
/** The least contrast at which a shape stands out from what is around it (WCAG 2.2, 1.4.11). */
export const VISIBLE_CONTRAST = 3;

/** The contrast ratio of two colours, `#rrggbb` each: 1 to 21. */
export function contrastRatio(item: string, other: string): number {
  const [light, dark] = [luminance(item), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const MAX_STEPS = 20;

/** The colour itself where it has that contrast on a background, else the nearest shade towards black or white that has. */
export function readableOn(color: string, background: string, least = READABLE_CONTRAST): string {
  const end = contrastRatio('#ffffff', background) > contrastRatio('#000000', background) ? 255 : 0;
  for (let step = 0; step <= MAX_STEPS; step += 1) {
    const shade = mix(color, end, step / MAX_STEPS);
    if (contrastRatio(shade, background) >= least) return shade;
  }
  return mix(color, end, 1);
}

/** A colour with a share of black (0) or white (255). */
function mix(color: string, end: number, share: number): string {
  const channels = [1, 3, 5].map((start) => {
    const own = Number.parseInt(color.slice(start, start + 2), 16);
    return Math.round(own + (end - own) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
