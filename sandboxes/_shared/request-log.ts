import type { RequestHandler } from 'express';

/** A request as a sandbox lists it at `/_log`; its query is left out, for it may hold keys, codes and states. */
export interface LoggedRequest {
  at: string;
  method: string;
  path: string;
  /** 0 while no response was written, and when the connection ended before it. */
  status: number;
}

/** The most recent requests that are kept. */
const LENGTH = 500;

/** Lists the requests to a sandbox, the oldest first. */
export function createRequestLog(now: () => Date = () => new Date()) {
  const requests: LoggedRequest[] = [];
  const middleware: RequestHandler = (req, res, next) => {
    const entry = { at: now().toISOString(), method: req.method, path: req.path, status: 0 };
    requests.push(entry);
    if (requests.length > LENGTH) requests.shift();
    res.on('close', () => (entry.status = res.writableFinished ? res.statusCode : 0));
    next();
  };
  return { requests: requests as readonly LoggedRequest[], middleware };
}
