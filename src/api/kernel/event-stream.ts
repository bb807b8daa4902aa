import type { Request, Response } from 'express';
import type { LiveStreams } from '#lib/live-streams.js';

/** What may wait for a client that does not read, in bytes; frames are a few dozen. */
const MAX_WAITING = 65_536;

/** A server-sent event stream whose frames are one `data:` line each. */
export interface EventStream {
  send(frame: unknown): void;
  /** Sends the text of a frame that goes to many streams, made by `frameText`. */
  write(text: string): void;
  /** Bytes that wait for the client to read. */
  readonly waiting: number;
  close(): void;
  /** Ends it without waiting for what the client does not read. */
  abort(): void;
  readonly closed: boolean;
  /** Called once, when either side has ended the stream. */
  onClose(listener: () => void): void;
}

export function frameText(frame: unknown): string {
  return `data: ${JSON.stringify(frame)}\n\n`;
}

/**
 * Opens the stream: headers at once, so that the client knows it is connected. Written here rather than with a library,
 * because the frames of this interface have neither event names nor ids. The process's shutdown ends it.
 */
export function openEventStream(request: Request, response: Response, streams: LiveStreams): EventStream {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    Connection: 'keep-alive',
    // Proxies that buffer would hold frames back.
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  let closed = false;
  const listeners: (() => void)[] = [];

  function end(): void {
    if (closed) return;
    closed = true;
    unregister();
    for (const listener of listeners) listener();
    response.end();
  }
  const unregister = streams.add(end);
  request.once('close', end);
  response.once('close', end);
  response.once('error', end);
  function abort(): void {
    // An orderly end would wait behind what the client does not read.
    end();
    response.destroy();
  }

  function write(text: string): void {
    if (closed) return;
    response.write(text);
    if (response.writableLength > MAX_WAITING) abort();
  }

  return {
    send: (frame) => write(frameText(frame)),
    write,
    get waiting() {
      return response.writableLength;
    },
    close: end,
    abort,
    get closed() {
      return closed;
    },
    onClose: (listener) => {
      if (closed) listener();
      else listeners.push(listener);
    },
  };
}
