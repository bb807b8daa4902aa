import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ByteRange, ObjectInfo, Storage } from '#integrations/storage/storage.js';
import { isPublicKey } from '#integrations/storage/storage-key.js';

const SIGNED = 'signed/';

/** A key is never given to another content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

interface Access {
  key: string;
  headers: Record<string, string>;
}

/** Serves stored objects over HTTP when the storage is this machine's own: public ones, and others by signed URL. */
export function createMediaDelivery({ storage }: { storage: Storage }) {
  function accessOf(request: Request, path: string): Access | undefined {
    if (!storage.local) return undefined;
    if (!path.startsWith(SIGNED)) {
      const key = `media/${path}`;
      return isPublicKey(key) ? { key, headers: { 'Cache-Control': FOR_EVER } } : undefined;
    }
    const signed = storage.local.verifySignedUrl(request.originalUrl);
    if (!signed) return undefined;
    const headers: Record<string, string> = { 'Cache-Control': 'private, no-cache' };
    if (signed.downloadName) headers['Content-Disposition'] = contentDisposition(signed.downloadName);
    return { key: signed.key, headers };
  }

  /** Sends the object, the range of it that was asked for, or word that the client has it. @throws AppError NOT_FOUND */
  return async function deliver(request: Request, response: Response, path: string): Promise<void> {
    const access = accessOf(request, path);
    const info = access && (await storage.head(access.key));
    if (!access || !info) throw platformErrors.notFound({ entity: 'File' });

    response.set({
      ...access.headers,
      'Content-Type': info.contentType,
      ETag: info.etag,
      'Last-Modified': info.lastModified.toUTCString(),
      'Accept-Ranges': 'bytes',
      // Storefronts on other origins show these pictures; nothing in a file may act as a page of ours.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const range = rangeOf(request, info);
    if (range === 'unsatisfiable') {
      response.status(416).set('Content-Range', `bytes */${info.size}`).end();
      return;
    }
    if (range) {
      response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${info.size}`);
    }
    response.set('Content-Length', String(range ? range.end - range.start + 1 : info.size));
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const object = await storage.get(access.key, range);
    if (!object) throw platformErrors.notFound({ entity: 'File' });
    try {
      await pipeline(object.body, response);
    } catch (error) {
      // Whoever stops a download halfway has done nothing wrong.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    }
  };
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
