import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Container } from '#runtime/container.js';
import { bannerWords, linkGroupWords } from './content.words.js';
import { motifOf } from './picture-motifs.js';
import type { PlannedProduct } from './plan-products.js';

/** Large enough for both feeds, which refuse pictures below 500 by 500. */
const SIDE = 600;
const WIDE = { width: 1200, height: 400 };

const VARIETIES = 4;

/** The picture of a product of a category: a few, so that products beside each other do not look alike. */
export function pictureOf(category: string, index: number): string {
  return `media/platform/demo/${category}-${(index % VARIETIES) + 1}.png`;
}

/** Stores the pictures of the products, a few for each category, and those of banners and links. Repeating it stores the same. */
export async function storePictures(
  { storage }: Pick<Container, 'storage'>,
  products: readonly PlannedProduct[],
): Promise<void> {
  const ofProducts = products.map(({ written }) => written.product.thumbnail);
  const ofLinks = linkGroupWords.flatMap(({ links }) => links.map(({ image }) => image));
  const keys = new Set([...ofProducts, ...ofLinks, ...bannerWords.map(({ image }) => image)]);
  for (const key of keys) {
    if (!key) continue;
    const isPng = key.endsWith('.png');
    const drawn = sharp(Buffer.from(drawing(key)));
    const content = await (isPng ? drawn.png({ palette: true }) : drawn.jpeg({ quality: 82 })).toBuffer();
    await storage.put(key, content, {
      contentType: isPng ? 'image/png' : 'image/jpeg',
      contentLength: content.byteLength,
    });
  }
}

/** Of dyes and spices: indigo, madder, turmeric, leaf and the like. */
const HUES = [12, 28, 44, 96, 158, 186, 214, 342];

/** A still life in three tones of one colour that follows from the key. */
function drawing(key: string): string {
  const digest = createHash('sha256').update(key).digest();
  const [hueOf = 0, side = 0, size = 0] = digest;
  const hue = HUES[hueOf % HUES.length] ?? 0;
  const sun = { x: 0.24 + (side % 3) * 0.26, y: 0.28 + (side % 2) * 0.08, radius: 0.18 + (size % 3) * 0.05 };
  const tone = (saturation: number, lightness: number, turn = 0) =>
    `hsl(${(hue + turn) % 360} ${saturation}% ${lightness}%)`;
  const colours = { body: tone(38, 46), light: tone(45, 62, 14), dark: tone(36, 32), gold: '#d9a441' };
  const isBanner = key.includes('/banners/');
  const { width, height } = isBanner ? WIDE : { width: SIDE, height: SIDE };
  const motif = motifOf(key, colours);
  const places = isBanner ? [150, 440, 730] : [50];
  const scale = isBanner ? 0.62 : 0.83;
  const table = Math.round(height * 0.74);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${tone(30, 92)}"/>
    <circle cx="${width * sun.x}" cy="${height * sun.y}" r="${height * sun.radius}" fill="${tone(48, 86, 20)}"/>
    <rect y="${table}" width="100%" height="${height - table}" fill="${tone(26, 84)}"/>
    ${places.map((x) => `<g transform="translate(${x} ${table - 452 * scale}) scale(${scale})">${motif}</g>`).join('')}
  </svg>`;
}
