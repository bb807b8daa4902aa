import type { Response } from 'express';
import { sendStream } from './send-stream.js';

export interface SentFile {
  /** As the browser saves it: ASCII, without quotation marks. */
  name: string;
  contentType: string;
  content: string | Parameters<typeof sendStream>[1];
  /** In bytes, where a stream's length is known. */
  contentLength?: number;
}

export const CSV = 'text/csv; charset=utf-8';

/** Sends a file as a download that no cache keeps. */
export async function sendFile(
  response: Response,
  { name, contentType, content, contentLength }: SentFile,
): Promise<void> {
  response.set({
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
    ...(contentLength === undefined ? {} : { 'Content-Length': String(contentLength) }),
  });
  if (typeof content === 'string') response.send(content);
  else await sendStream(response, content);
}
