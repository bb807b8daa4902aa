import type { Response } from 'express';
import type { OpenObject } from '#integrations/storage/storage.js';
import { sendStream } from './send-stream.js';

/**
 * Sends a PDF as a download of the caller alone.
 * @param name of the file, without `.pdf`
 */
export async function sendPdf(
  response: Response,
  name: string,
  file: Uint8Array | Pick<OpenObject, 'body' | 'contentLength'>,
): Promise<void> {
  const bytes = file instanceof Uint8Array ? file.byteLength : file.contentLength;
  response.set({
    'Content-Type': 'application/pdf',
    'Content-Length': String(bytes),
    'Content-Disposition': `attachment; filename="${name}.pdf"`,
    'Cache-Control': 'private, no-cache',
  });
  if (file instanceof Uint8Array) response.end(file);
  else await sendStream(response, file.body);
}
