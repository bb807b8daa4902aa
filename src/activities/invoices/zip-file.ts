import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

export interface ZipFile {
  /** Adds one file. Resolves when there is room for the next one. */
  add(path: string, content: Uint8Array, modifiedAt: Date): Promise<void>;
}

/**
 * Writes a ZIP file piece by piece: the memory that it takes does not grow with the number of files, but for a line of
 * its table of contents each. Nothing is compressed, since PDFs are already.
 */
export async function writeZip(
  body: Writable,
  signal: AbortSignal,
  fill: (zip: ZipFile) => Promise<void>,
): Promise<void> {
  const zip = new yazl.ZipFile();
  const stopped = new AbortController();
  const output = zip.outputStream as unknown as Writable & NodeJS.ReadableStream;
  const sent = pipeline(output, body, { signal, end: false });
  // A file that waits for room is refused.
  const failed = sent.catch((error: unknown) => {
    stopped.abort(error);
    throw error;
  });
  failed.catch(() => undefined);
  await fill({
    async add(path, content, modifiedAt) {
      signal.throwIfAborted();
      stopped.signal.throwIfAborted();
      const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
      zip.addBuffer(bytes, path, { mtime: modifiedAt, compress: false });
      if (output.writableNeedDrain)
        await once(output, 'drain', { signal: AbortSignal.any([signal, stopped.signal]) });
    },
  });
  zip.end();
  await failed;
}
