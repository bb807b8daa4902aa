import type { RequestHandler, Response } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** The ways in which every sandbox can be made to fail; each adds its own. */
export const faultShape = {
  /** Waits this long before every response, in milliseconds. */
  latencyMs: z.number().int().min(0).max(120_000),
  /** Calls wait for as long as this is set: for what has to happen while one is under way, however long that takes. */
  hold: z.boolean(),
  /** So many calls pass before those that fail or are lost. */
  spareNext: z.number().int().min(0),
  /** The next so many calls respond with 500 and do nothing. */
  failNext: z.number().int().min(0),
  /** The next so many calls do their work, then the connection breaks before the response. */
  loseNext: z.number().int().min(0),
};

const HOLD_POLL_MS = 10;

export interface Faults {
  latencyMs: number;
  hold: boolean;
  spareNext: number;
  failNext: number;
  loseNext: number;
}

export const noFaults: Faults = { latencyMs: 0, hold: false, spareNext: 0, failNext: 0, loseNext: 0 };

/**
 * Applies the faults to the routes behind it.
 * @param faults read on every call, so that it can be changed while the sandbox runs.
 * @param refuse returns a failure in the error shape of the service.
 */
export function faultMiddleware(faults: () => Faults, refuse: (res: Response) => void): RequestHandler {
  return async (req, res, next) => {
    const current = faults();
    // The server keeps the process; once it is closed, a caller who is gone must not.
    if (current.latencyMs > 0) await sleep(current.latencyMs, undefined, { ref: false });
    while (current.hold) await sleep(HOLD_POLL_MS, undefined, { ref: false });
    if (current.spareNext > 0) {
      current.spareNext -= 1;
      next();
      return;
    }
    if (current.failNext > 0) {
      current.failNext -= 1;
      refuse(res);
      return;
    }
    if (current.loseNext > 0) {
      current.loseNext -= 1;
      res.end = (() => {
        req.socket.destroy();
        return res;
      }) as Response['end'];
    }
    next();
  };
}
