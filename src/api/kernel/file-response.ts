import type { Request, Response } from 'express';
import type { ByteRange, ObjectInfo, Storage } from '#integrations/storage/storage.js';
import { sendStream } from './send-stream.js';

/**
 * Sends a stored object, the range of it that was asked for, or word that the client has it. The caller has set what
 * belongs to the file: its name, its type, how long it may be kept.
 * @returns false when the object is gone; nothing is sent then
 */
export async function sendStoredFile(
  storage: Storage,
  { key, info }: { key: string; info: ObjectInfo },
  request: Request,
  response: Response,
): Promise<boolean> {
  response.set({
    ETag: info.etag,
    'Last-Modified': info.lastModified.toUTCString(),
    'Accept-Ranges': 'bytes',
    // Nothing in a file may act as a page of ours.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
  if (request.fresh) {
    response.status(304).end();
    return true;
  }
  const range = rangeOf(request, info);
  if (range === 'unsatisfiable') {
    response.status(416).set('Content-Range', `bytes */${info.size}`).end();
    return true;
  }
  const object = request.method === 'HEAD' ? undefined : await storage.get(key, range);
  if (object === null) return false;
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${info.size}`);
  response.set('Content-Length', String(range ? range.end - range.start + 1 : info.size));
  if (!object) {
    response.end();
    return true;
  }
  await sendStream(response, object.body);
  return true;
}

/** The one range that was asked for; undefined for the whole, also where several were asked for or the file changed. */
function rangeOf(request: Request, info: ObjectInfo): Required<ByteRange> | 'unsatisfiable' | undefined {
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== info.etag) return undefined;
  const ranges = request.range(info.size, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1)
    return undefined;
  return ranges[0];
}
