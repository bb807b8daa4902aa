import type { Request, Response } from 'express';
import { frameText, openEventStream } from '#api/kernel/event-stream.js';
import type { Context } from '#domain/_shared/context.js';
import {
  activeSubOrders,
  mergedStatus,
  type OrderInvoices,
  subOrderStatus,
} from '#domain/invoices/invoice-status.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import type { Platform } from '#operations/platform.js';
import { type InvoiceScope, invoicePath, onlySubOrder } from './invoice-scope.js';
import type { InvoicesService } from './invoices.service.js';

export interface ReadinessTimes {
  heartbeatMs: number;
  lifetimeMs: number;
}

interface Sides {
  request: Request;
  response: Response;
}

const TIMES: ReadinessTimes = { heartbeatMs: 10_000, lifetimeMs: 60_000 };

/** Streams of one session or API key in a process: more tabs than a person has open. */
const PER_CALLER = 20;
/** Seconds after which a refused client may find a place. */
const RETRY_AFTER = 5;

type Deps = Pick<Platform, 'live' | 'streams' | 'logger' | 'config'> & {
  invoices: InvoicesService;
  times?: ReadinessTimes;
};

/** Ids of terminal frames. A browser's EventSource reconnects by itself and names the last one; 204 makes it stop. */
const TERMINAL_IDS: ReadonlySet<string> = new Set(['ready', 'failed']);

/**
 * Streams until the scope's invoice is ready or failed, or a minute has passed: a frame at once, then heartbeats.
 * Every change is read from the database; the notification only says that there is one.
 */
export function createInvoiceReadiness({ invoices, live, streams, logger, config, times = TIMES }: Deps) {
  const openOf = new Map<string, number>();
  let open = 0;

  /** Takes a place before anything is awaited, so that requests at once are counted too. Returns how to give it back. */
  function takePlace({ actor, sessionId }: Context): () => void {
    const caller = sessionId ?? `${actor.type} ${actor.id}`;
    const own = openOf.get(caller) ?? 0;
    if (own >= PER_CALLER)
      throw invoicesErrors.tooManyOwnStreams({ limit: PER_CALLER }, { retryAfter: RETRY_AFTER });
    if (open >= config.LIVE_STREAMS_MAX) throw invoicesErrors.tooManyStreams({}, { retryAfter: RETRY_AFTER });
    openOf.set(caller, own + 1);
    open += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      open -= 1;
      const left = (openOf.get(caller) ?? 1) - 1;
      if (left > 0) openOf.set(caller, left);
      else openOf.delete(caller);
    };
  }

  /** @throws AppError NOT_FOUND, RATE_LIMITED and SERVICE_UNAVAILABLE before the stream opens */
  return async function stream(
    ctx: Context,
    scope: InvoiceScope,
    { request, response }: Sides,
  ): Promise<void> {
    const leavePlace = takePlace(ctx);
    try {
      await openStream(scope, request, response, leavePlace);
    } catch (error) {
      leavePlace();
      throw error;
    }
  };

  async function openStream(
    scope: InvoiceScope,
    request: Request,
    response: Response,
    leavePlace: () => void,
  ): Promise<void> {
    // Before the stream opens an unknown order is still an ordinary 404.
    const { orderId: ownId } = await invoices.find(scope);
    if (TERMINAL_IDS.has(request.get('last-event-id') ?? '')) {
      response.status(204).end();
      leavePlace();
      return;
    }
    const events = openEventStream(request, response, streams);
    events.onClose(leavePlace);
    const pending = { status: 'pending', heartbeat: true };

    async function look(): Promise<void> {
      if (events.closed) return;
      const frame = terminalFrame(scope, await invoices.find(scope));
      if (!frame) return events.send(pending);
      events.write(`id: ${frame.status}\n${frameText(frame)}`);
      events.close();
    }
    function lookAgain(): void {
      look().catch((error: unknown) => {
        logger.warn({ err: error }, 'invoice stream cannot read its row');
        events.close();
      });
    }

    const leave = live.subscribe('invoice', (orderId) => {
      if (orderId === ownId || orderId === '') lookAgain();
    });
    const heartbeat = setInterval(() => events.send(pending), times.heartbeatMs);
    const end = setTimeout(() => events.close(), times.lifetimeMs);
    events.onClose(() => {
      leave();
      clearInterval(heartbeat);
      clearTimeout(end);
    });
    lookAgain();
  }
}

type TerminalFrame = { status: 'ready'; downloadUrl: string } | { status: 'failed'; error: string };

function terminalFrame(scope: InvoiceScope, order: OrderInvoices): TerminalFrame | undefined {
  const subOrder = onlySubOrder(scope, order);
  const status = subOrder ? subOrderStatus(order, subOrder) : mergedStatus(order);
  if (status === 'ready') return { status, downloadUrl: invoicePath(scope) };
  if (status !== 'failed') return undefined;
  const failed = (subOrder ? [subOrder] : activeSubOrders(order)).find(
    (item) => item.invoice?.status === 'failed',
  );
  return { status, error: failed?.invoice?.error ?? 'The invoice could not be generated' };
}
