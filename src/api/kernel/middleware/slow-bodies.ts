import type { RequestHandler } from 'express';
import { hasBody } from './body.js';

export interface BodyPace {
  /** How often the pace is looked at. */
  windowMs: number;
  /** What has to arrive in each window while we wait for it. */
  leastBytes: number;
  /** A body that is read as a whole has to be there by then; files may take longer. */
  wholeMs: number;
}

/** A kilobyte a second; half a minute, because a telephone in a tunnel comes back. */
const PACE: BodyPace = { windowMs: 30_000, leastBytes: 30_720, wholeMs: 30_000 };

const REFUSAL = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Cuts off clients that send a body drop by drop, which costs them nothing and us a connection, a buffer and, behind an
 * upload, an open file. A body that waits in our own buffer is not the client's fault.
 */
export function slowBodies(pace: BodyPace = PACE): RequestHandler {
  return (request, response, next) => {
    if (request.complete || !hasBody(request.headers)) return next();
    const isFile = /^multipart\//i.test(request.headers['content-type'] ?? '');
    const { socket } = request;
    const startedAt = Date.now();
    let before = socket.bytesRead;

    function stop(): void {
      clearInterval(watch);
    }
    function cut(): void {
      stop();
      if (!response.headersSent) socket.write(REFUSAL);
      socket.destroySoon();
    }
    const watch = setInterval(() => {
      if (request.complete) return stop();
      const arrived = socket.bytesRead - before;
      before = socket.bytesRead;
      const waitsForUs = request.readableLength > 0;
      if (!isFile && Date.now() - startedAt >= pace.wholeMs) cut();
      else if (!waitsForUs && arrived < pace.leastBytes) cut();
    }, pace.windowMs);
    // A body whose connection ends after its response tells nobody: the end of the process must not wait for this one.
    watch.unref();
    request.once('end', stop);
    request.once('close', stop);
    next();
  };
}
