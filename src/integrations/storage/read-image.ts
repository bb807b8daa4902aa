import { fileTypeFromBuffer } from 'file-type';
import type { Storage } from './storage.js';

const MOST_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 5_000;

/**
 * The picture at a storage key or an http(s) URL as a data URI, for documents that are rendered without network.
 * SVG is refused: it can hold scripts.
 * @throws Error when there is none, when it is larger than 2 MiB, or when its content is no picture
 */
export async function readImage(storage: Storage, location: string): Promise<string> {
  const bytes = /^https?:\/\//i.test(location)
    ? await download(location)
    : await fromStorage(storage, location);
  const type = await fileTypeFromBuffer(bytes);
  if (!type?.mime.startsWith('image/')) throw new Error('The file is no picture');
  return `data:${type.mime};base64,${Buffer.from(bytes).toString('base64')}`;
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) throw new Error(`The picture answers ${response.status}`);
  return collect(response.body);
}

async function fromStorage(storage: Storage, key: string): Promise<Uint8Array> {
  const object = await storage.get(key);
  if (!object) throw new Error('There is no such file in storage');
  return collect(object.body);
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > MOST_BYTES) throw new Error('The picture is larger than 2 MiB');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
