import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yazl from 'yazl';

export interface ZipFile {
  /** Adds one file. Resolves when there is room for the next one. */
  add(path: string, content: Uint8Array, modifiedAt: Date): Promise<void>;
  /**
   * Adds one file as it is read, of whatever size. Resolves when it is read to its end; `content` is destroyed otherwise.
   * @param options `compress` for texts
   */
  addStream(path: string, content: Readable, modifiedAt: Date, options: { compress: boolean }): Promise<void>;
}

/**
 * Writes a ZIP file piece by piece: the memory that it takes does not grow with the number of files, but for a line of
 * its table of contents each. PDFs are compressed already.
 */
export async function writeZip(
  body: Writable,
  signal: AbortSignal,
  fill: (zip: ZipFile) => Promise<void>,
): Promise<void> {
  const zip = new yazl.ZipFile();
  const stopped = new AbortController();
  const stop = AbortSignal.any([signal, stopped.signal]);
  const output = zip.outputStream as unknown as Writable & NodeJS.ReadableStream;
  const sent = pipeline(output, body, { signal, end: false });
  // A file that waits for room is refused.
  const failed = sent.catch((error: unknown) => {
    stopped.abort(error);
    throw error;
  });
  failed.catch(() => undefined);
  // The error of a file that is read, which its own promise throws.
  zip.on('error', (error: unknown) => stopped.abort(error));
  await fill({
    async add(path, content, modifiedAt) {
      stop.throwIfAborted();
      const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
      zip.addBuffer(bytes, path, { mtime: modifiedAt, compress: false });
      if (output.writableNeedDrain) await once(output, 'drain', { signal: stop });
    },
    async addStream(path, content, modifiedAt, { compress }) {
      try {
        stop.throwIfAborted();
        zip.addReadStream(content, path, { mtime: modifiedAt, compress });
        await finished(content, { signal: stop });
      } finally {
        content.destroy();
      }
    },
  });
  zip.end();
  await failed;
}
