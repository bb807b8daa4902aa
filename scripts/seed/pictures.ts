import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Container } from '#runtime/container.js';
import type { PlannedProduct } from './plan-products.js';

/** Large enough for both feeds, which refuse pictures below 500 by 500. */
const SIDE = 600;
const COLOURS = 3;

/** The picture of the products of a category. */
export function pictureOf(category: string): string {
  return `media/platform/demo/${category}.png`;
}

/** Stores the pictures of the products, one for each category. Repeating it stores the same. */
export async function storePictures(
  { storage }: Pick<Container, 'storage'>,
  products: readonly PlannedProduct[],
): Promise<void> {
  const keys = new Set(products.map(({ written }) => written.product.thumbnail));
  for (const key of keys) {
    if (!key) continue;
    const content = stripes(createHash('sha256').update(key).digest());
    await storage.put(key, content, { contentType: 'image/png', contentLength: content.byteLength });
  }
}

/** A PNG of horizontal stripes in colours that follow from a digest. */
function stripes(digest: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Eight bits, colours by palette.
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(digest.subarray(0, COLOURS * 3));
  const rows = Buffer.alloc((SIDE + 1) * SIDE);
  for (let row = 0; row < SIDE; row += 1) {
    const colour = Math.floor((row * 9) / SIDE) % COLOURS;
    // The first byte of a row names its filter: none.
    rows.fill(colour, row * (SIDE + 1) + 1, (row + 1) * (SIDE + 1));
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
