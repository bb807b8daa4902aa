import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Bytes that are read ahead of a client that is slower than the source. */
const READ_AHEAD = 65_536;

/**
 * Sends a body as fast as the client reads it. What waits for a client that does not read stays below `READ_AHEAD`, one
 * chunk of the source and the buffer of the connection (`http-server.ts`). A client that stops halfway has done nothing
 * wrong: the source is ended, and nothing is thrown.
 * @param body a stream, or chunks of text or bytes
 */
export async function sendStream(
  response: Response,
  body: Readable | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const source =
    body instanceof Readable ? body : Readable.from(body, { objectMode: false, highWaterMark: READ_AHEAD });
  try {
    await pipeline(source, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
