import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { sendStoredFile } from '#api/kernel/file-response.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Storage } from '#integrations/storage/storage.js';
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
      // Storefronts on other origins show these pictures.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (!(await sendStoredFile(storage, { key: access.key, info }, request, response)))
      throw platformErrors.notFound({ entity: 'File' });
  };
}
