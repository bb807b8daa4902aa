import { randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ByteCounter } from './storage-options.js';

/** A file still being written is touched all the time; one that was not for a day was left behind by a crash. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Writes a body to a new file in the folder and returns its path and size; on any failure nothing is left. */
export async function writeTemporaryFile(
  folder: string,
  body: Readable | Uint8Array,
  options: { contentLength?: number; signal?: AbortSignal },
): Promise<{ path: string; size: number }> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const counter = new ByteCounter(options.contentLength);
  const source = body instanceof Uint8Array ? Readable.from([body]) : body;
  const file = createWriteStream(path, { flags: 'wx' });
  try {
    await pipeline(source, counter, file, { signal: options.signal });
    return { path, size: counter.bytes };
  } catch (error) {
    // An early failure comes while the file is still being made, which would outlive its removal.
    await closed(file);
    await rm(path, { force: true });
    throw error;
  }
}

function closed(file: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (file.closed) return resolve();
    file.once('close', resolve);
    file.destroy();
  });
}

/** Removes files that nobody has written to for a day. Returns how many. */
export async function sweepTemporaryFiles(folder: string, now: Date): Promise<number> {
  await mkdir(folder, { recursive: true });
  let removed = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const modified = await modifiedAt(path);
    if (modified === undefined || now.getTime() - modified < ABANDONED_AFTER_MS) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Epoch milliseconds; undefined when the file has gone meanwhile, moved to its place or swept by another process. */
async function modifiedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
