import { Readable } from 'node:stream';
import type { Storage } from '#integrations/storage/storage.js';

/** What is uploaded of an endless file. */
export const UPLOADED_HEADER = 'Handle,Title\n';

/** All of one length, so that any offset behind one says how many there were before. */
const line = (n: number) => `h${String(n).padStart(9, '0')},T\n`;

async function* contentFrom(start: number): AsyncGenerator<Buffer> {
  if (start === 0) yield Buffer.from(UPLOADED_HEADER);
  const before = Math.max(0, start - UPLOADED_HEADER.length) / line(0).length;
  for (let n = before; ; n += 100)
    yield Buffer.from(Array.from({ length: 100 }, (_, more) => line(n + more)).join(''));
}

/**
 * Has every file that is opened from now on be followed by products without an end: its import ends by nothing but being
 * told to, however quick it is. Call the returned function to have files end again.
 */
export function endlessFiles(storage: Storage): () => void {
  const get = storage.get.bind(storage);
  storage.get = async (key, range) => {
    const object = await get(key, { ...range, start: 0 });
    // Only the header is asked for with an end.
    if (!object || range?.end !== undefined) return object;
    object.body.destroy();
    return { ...object, body: Readable.from(contentFrom(range?.start ?? 0)) };
  };
  return () => {
    storage.get = get;
  };
}
