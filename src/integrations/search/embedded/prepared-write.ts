import { createHash } from 'node:crypto';
import type { IndexWrite } from '#integrations/search/search-engine.js';

/** A write with its document as text, and a hash by which it is compared with the stored one. */
export interface PreparedWrite {
  write: IndexWrite;
  productId: string;
  /** When the product was read: ISO text. */
  readAt: string;
  /** Empty for a product that left. */
  body: string;
  /** Of everything but the instant, in the form of a UUID. */
  contentHash: string;
}

export function prepareWrite(write: IndexWrite): PreparedWrite {
  if (write.kind === 'delete') {
    const { productId, at } = write;
    return { write, productId, readAt: new Date(at).toISOString(), body: '', contentHash: hashOf('') };
  }
  const { id, indexedAtTs } = write.document;
  const body = JSON.stringify(write.document);
  const readAt = new Date(indexedAtTs).toISOString();
  // Quotes within a text are escaped, so that this can only be the field.
  const content = body.replace(`"indexedAtTs":${indexedAtTs},`, '');
  return { write, productId: id, readAt, body, contentHash: hashOf(content) };
}

/** Half of a SHA-256, which the database stores in 16 bytes. */
function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
