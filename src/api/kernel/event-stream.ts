import type { Request, Response } from 'express';
import type { LiveStreams } from '#lib/live-streams.js';

/** What may wait for a client that does not read, in bytes; frames are a few dozen. */
const MOST_WAITING = 65_536;

/** A server-sent event stream whose frames are one `data:` line each. */
export interface EventStream {
  send(frame: unknown): void;
  close(): void;
  readonly closed: boolean;
  /** Called once, when either side has ended the stream. */
  onClose(listener: () => void): void;
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
  return {
    send: (frame) => {
      if (closed) return;
      response.write(`data: ${JSON.stringify(frame)}\n\n`);
      if (response.writableLength <= MOST_WAITING) return;
      // An orderly end would wait behind what the client does not read.
      end();
      response.destroy();
    },
    close: end,
    get closed() {
      return closed;
    },
    onClose: (listener) => {
      if (closed) listener();
      else listeners.push(listener);
    },
  };
}
