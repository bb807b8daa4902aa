import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { StoredObject } from '#integrations/storage/storage.js';

/** Bytes between the writer of a file and the storage. */
const BUFFER_BYTES = 256 * 1024;

/**
 * Stores what `write` writes, as it is written. When either side fails, so does the other, and nothing is stored.
 * @param failed aborted when the storage fails, for `write` to stop at what it waits for
 */
export async function storeStream(
  put: (body: Readable, options: { signal: AbortSignal }) => Promise<StoredObject>,
  write: (body: Writable) => Promise<void>,
  failed: AbortController,
): Promise<StoredObject> {
  const body = new PassThrough({ highWaterMark: BUFFER_BYTES });
  // Its error is that of one of the two below.
  body.on('error', () => undefined);
  const stored = put(body, { signal: failed.signal }).catch((error: unknown) => {
    failed.abort(error);
    throw error;
  });
  const written = write(body).then(
    () => void body.end(),
    (error: unknown) => {
      body.destroy(error as Error);
      throw error;
    },
  );
  // Both are awaited, so that neither goes on after the failure is known.
  const [file, content] = await Promise.allSettled([stored, written]);
  if (content.status === 'rejected') throw failed.signal.aborted ? failed.signal.reason : content.reason;
  if (file.status === 'rejected') throw file.reason;
  return file.value;
}
