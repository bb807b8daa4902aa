import type { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import type { PublicDownload } from '#integrations/http/public-download.js';
import type { Storage } from './storage.js';
import { isPublicKey } from './storage-key.js';

const MAX_BYTES = 2 * 1024 * 1024;

/** Where pictures are: our own storage, and the open internet. */
export interface PictureSources {
  storage: Storage;
  download: PublicDownload;
}

/**
 * The picture at a storage key or a URL as a data URI, for documents that are rendered without network. Our own URL
 * storage is read there. SVG is refused: it can hold scripts.
 * @throws Error when there is none, when it is larger than 2 MiB, when its content is no picture, or when it may not be
 * fetched
 */
export async function readImage(sources: PictureSources, location: string): Promise<string> {
  const bytes = await collect(await open(sources, location));
  const type = await fileTypeFromBuffer(bytes);
  if (!type?.mime.startsWith('image/')) throw new Error('The file is no picture');
  return `data:${type.mime};base64,${Buffer.from(bytes).toString('base64')}`;
}

async function open({ storage, download }: PictureSources, location: string): Promise<Readable> {
  const isUrl = /^[a-z][a-z0-9+.-]*:/i.test(location);
  const key = isUrl ? ownKey(storage, location) : location;
  if (key === undefined) {
    const { contentType, body } = await download(location);
    if (contentType.startsWith('image/')) return body;
    body.destroy();
    throw new Error(`The address gives ${contentType || 'something of no type'}, not a picture`);
  }
  const object = await storage.get(key);
  if (!object) throw new Error('There is no such file in storage');
  return object.body;
}

/** The key whose public URL this is, if it is one of ours. */
function ownKey(storage: Storage, url: string): string | undefined {
  const keys = [...url.matchAll(/\/(?=media\/)/g)].map(({ index }) => url.slice(index + 1));
  return keys.find((key) => isPublicKey(key) && storage.publicUrl(key) === url);
}

async function collect(body: Readable): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new Error('The picture is larger than 2 MiB');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
