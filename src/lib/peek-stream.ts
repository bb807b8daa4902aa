import { PassThrough, pipeline, type Readable } from 'node:stream';

export interface PeekedStream {
  /** The first bytes: as many as were asked for, or a few more, or all there are. */
  head: Buffer;
  /** Whether that is all. */
  complete: boolean;
  /** The whole stream, those bytes included. A failure of the source is a failure of it. */
  stream: Readable;
}

/** Looks at the first bytes of a stream and gives the whole of it back. @throws the error of the stream */
export async function peekStream(source: Readable, bytes: number): Promise<PeekedStream> {
  const chunks: Buffer[] = [];
  let length = 0;
  let complete = true;
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < bytes) continue;
    complete = false;
    break;
  }
  const head = Buffer.concat(chunks);
  const stream = new PassThrough();
  stream.write(head);
  // The reader of the stream sees a failure.
  pipeline(source, stream, () => undefined);
  return { head, complete, stream };
}
