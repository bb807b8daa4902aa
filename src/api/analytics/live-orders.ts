import type { Request, Response } from 'express';
import { sessionCookieOf } from '#api/accounts/credentials.js';
import { createAuthenticator } from '#api/accounts/authenticator.js';
import { type EventStream, frameText, openEventStream } from '#api/kernel/event-stream.js';
import { analyticsErrors } from '#domain/analytics/analytics.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';
import { createPaidOrdersCounter } from './paid-orders-counter.js';

export interface LiveOrdersTimes {
  heartbeatMs: number;
  /** How often sessions and the day are looked at; a stream ends within 30 s of its session. */
  checkMs: number;
}

const TIMES: LiveOrdersTimes = { heartbeatMs: 30_000, checkMs: 10_000 };
/** Seconds after which a refused client may find a place. */
const RETRY_AFTER = 5;
/** A reader with more waiting than this, in bytes, gets nothing but the count once it reads again. */
const BEHIND = 16_384;

interface Viewer {
  events: EventStream;
  headers: Request['headers'];
  address: string | undefined;
  /** Whether it has had its first snapshot. */
  ready: boolean;
  behind: boolean;
  /** It was behind at the last heartbeat already. */
  stuck: boolean;
}

type Deps = Pick<
  Platform,
  'knex' | 'live' | 'streams' | 'settings' | 'clock' | 'logger' | 'principals' | 'config' | 'metrics'
> & { times?: LiveOrdersTimes };

/** Streams of the orders paid today: one count and one subscription a process, each frame written once for all. */
export function createLiveOrders(deps: Deps) {
  const { streams, settings, clock, logger, principals, config, metrics, times = TIMES } = deps;
  const authenticator = createAuthenticator({
    principals,
    secret: config.AUTH_SECRET,
    cookieName: sessionCookieOf(config),
  });
  const viewers = new Set<Viewer>();
  let timers: NodeJS.Timeout[] = [];
  const at = () => clock.now().toISOString();

  const counter = createPaidOrdersCounter({
    ...deps,
    zone: () => settings.get(storeSettings.timeZone),
    listener: {
      paid: ({ orderNumber, grandTotal, paidAt }, paidOrdersToday) =>
        broadcast({ type: 'order.paid', paidOrdersToday, orderNumber, grandTotal, at: paidAt.toISOString() }),
      reset: () => broadcast(snapshot()),
    },
  });
  const snapshot = () => ({ type: 'snapshot', paidOrdersToday: counter.size, at: at() });

  function broadcast(frame: object): void {
    const text = frameText(frame);
    for (const viewer of viewers) if (viewer.ready) deliver(viewer, text);
  }

  function deliver(viewer: Viewer, text: string): void {
    if (viewer.events.waiting > BEHIND) {
      viewer.behind = true;
      metrics.analytics.skippedFrames.inc();
    } else if (viewer.behind) {
      viewer.behind = false;
      viewer.events.send(snapshot());
    } else viewer.events.write(text);
  }

  function heartbeat(): void {
    const text = frameText({ type: 'heartbeat', at: at() });
    for (const viewer of [...viewers]) {
      if (!viewer.ready) continue;
      const waits = viewer.events.waiting > BEHIND;
      if (waits && viewer.stuck) viewer.events.abort();
      else if (waits) viewer.stuck = true;
      else {
        viewer.stuck = false;
        if (viewer.behind) deliver(viewer, '');
        viewer.events.write(text);
      }
    }
  }

  /** Ends the streams whose session has ended, was revoked or has lost the permission; each credential is asked once. */
  async function checkSessions(): Promise<void> {
    const allowed = new Map<string, Promise<boolean>>();
    for (const viewer of [...viewers]) {
      const { authorization = '', cookie = '' } = viewer.headers;
      const key = `${authorization}\n${cookie}\n${viewer.address}`;
      const known = allowed.get(key) ?? mayView(viewer);
      allowed.set(key, known);
      if (!(await known)) viewer.events.close();
    }
  }

  async function mayView({ headers, address }: Viewer): Promise<boolean> {
    const principal = await authenticator.authenticate(headers, address);
    return principal?.permissions.has('analytics:view') ?? false;
  }

  function check(): void {
    Promise.all([counter.checkDay(), checkSessions()]).catch((error: unknown) =>
      logger.warn({ err: error }, 'live order streams could not be checked'),
    );
  }

  function join(viewer: Viewer): void {
    viewers.add(viewer);
    metrics.analytics.streams.set(viewers.size);
    if (viewers.size > 1) return;
    counter.start();
    timers = [setInterval(heartbeat, times.heartbeatMs), setInterval(check, times.checkMs)];
  }

  function leave(viewer: Viewer): void {
    viewers.delete(viewer);
    metrics.analytics.streams.set(viewers.size);
    if (viewers.size > 0) return;
    counter.stop();
    for (const timer of timers) clearInterval(timer);
  }

  /** @throws AppError SERVICE_UNAVAILABLE before the stream opens, when there are too many */
  return async function stream(request: Request, response: Response): Promise<void> {
    if (viewers.size >= config.LIVE_STREAMS_MAX)
      throw analyticsErrors.tooManyStreams({}, { retryAfter: RETRY_AFTER });
    const { authorization, cookie } = request.headers;
    const events = openEventStream(request, response, streams);
    const viewer: Viewer = {
      events,
      headers: { authorization, cookie },
      address: request.ip,
      ready: false,
      behind: false,
      stuck: false,
    };
    join(viewer);
    events.onClose(() => leave(viewer));
    try {
      await counter.read(() => {
        events.send(snapshot());
        viewer.ready = true;
      });
    } catch (error) {
      logger.warn({ err: error }, 'live order stream cannot read');
      events.close();
    }
  };
}
