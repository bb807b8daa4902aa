import express, { type ErrorRequestHandler } from 'express';
import { randomUUID } from 'node:crypto';
import { controlRoutes } from '../_shared/controls.js';
import { listen } from '../_shared/listen.js';
import { createRequestLog, type LoggedRequest } from '../_shared/request-log.js';
import { carrierResponse } from './carrier-response.js';
import { carrierApi, KEY_PREFIX } from './carrier-api.js';
import { type CarrierControls, createCarrierControls } from './controls.js';
import { createParcelJournal } from './journal.js';
import { createParcels, type Parcel } from './parcels.js';
import { parcelsPage } from './parcels-page.js';
import { nextStatus, scanBody, scanOf } from './scans.js';
import { type CarrierDelivery, createCarrierWebhooks } from './webhook-sender.js';

export interface CarrierSandboxOptions {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  /** Signs the webhooks of every account. */
  webhookSecret: string;
  /** The API whose `/webhooks/shipping/carrier/…` gets the scans; undefined sends none. */
  apiBaseUrl?: string;
  retryDelaysMs?: readonly number[];
  /** Where the parcels are kept; in memory when undefined. */
  journalFile?: string;
  now?: () => Date;
}

export interface CarrierSandbox {
  url: string;
  control(patch: Partial<CarrierControls>): void;
  resetControls(): void;
  sendWebhooksTo(apiBaseUrl: string): void;
  parcels(): Parcel[];
  /** The parcel of a waybill or reference. @throws Error when there is none. */
  parcel(name: string): Parcel;
  /** Gives an asynchronous order its waybill now, whatever its time is. */
  workOff(name: string): void;
  /** Records scans, the next one of a delivery when none is named, and sends a webhook for each. */
  scan(name: string, ...statuses: string[]): void;
  webhooks(): readonly CarrierDelivery[];
  requests(): readonly LoggedRequest[];
  /** Resolves when every webhook was delivered or given up. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a carrier aggregator: its API, a page of parcels with scan buttons, signed webhooks, controls. */
export async function startCarrierSandbox(options: CarrierSandboxOptions): Promise<CarrierSandbox> {
  const now = options.now ?? (() => new Date());
  let apiBaseUrl = options.apiBaseUrl;
  let url = '';
  const controls = createCarrierControls();
  const journal = options.journalFile ? createParcelJournal(options.journalFile) : undefined;
  const parcels = createParcels(now, journal?.append);
  journal?.replay(parcels);
  const { webhookSecret: secret, retryDelaysMs } = options;
  const webhooks = createCarrierWebhooks({ secret, faults: controls.current, retryDelaysMs });
  const { requests, middleware: logRequest } = createRequestLog(now);
  const timers = new Map<Parcel, NodeJS.Timeout>();

  const webhookUrl = (parcel: Parcel) =>
    apiBaseUrl &&
    `${apiBaseUrl.replace(/\/+$/, '')}/webhooks/shipping/carrier/${parcel.key.slice(KEY_PREFIX.length)}`;

  /** Gives an asynchronous order its waybill when its time has come, and announces it. */
  function queued(parcel: Parcel): void {
    const timer = setTimeout(
      () => {
        timers.delete(parcel);
        parcels.settle(parcel);
        // Timers may fire a millisecond before the clock says so.
        if (!parcel.waybill) return queued(parcel);
        if (!controls.current.orderWebhooks) return;
        const body = scanBody(parcel, scanOf('OM', now()), `order-${parcel.orderId}`);
        const label = `${url}/labels/${parcel.waybill}.pdf`;
        webhooks.send(webhookUrl(parcel), { ...body, reference_number: parcel.reference, label });
      },
      Math.max(parcel.readyAt - now().getTime(), 0),
    );
    timer.unref();
    timers.set(parcel, timer);
  }

  function workOff(name: string): void {
    const parcel = parcelOf(name);
    clearTimeout(timers.get(parcel));
    parcel.readyAt = now().getTime();
    queued(parcel);
  }

  function parcelOf(name: string): Parcel {
    const found = parcels.byWaybill(name) ?? parcels.list().find((parcel) => parcel.reference === name);
    if (!found) throw new Error(`The sandbox has no parcel ${name}`);
    return found;
  }

  function scan(name: string, ...statuses: string[]): void {
    const parcel = parcelOf(name);
    const wanted = statuses.length > 0 ? statuses : [nextStatus(parcel)].filter((item) => item !== undefined);
    for (const status of wanted) {
      const recorded = scanOf(status, now());
      parcels.scan(parcel, recorded);
      const eventId = controls.current.eventIds ? randomUUID() : undefined;
      webhooks.send(webhookUrl(parcel), scanBody(parcel, recorded, eventId));
    }
  }

  const app = express();
  app.disable('x-powered-by');
  app.use(logRequest);
  app.use(controlRoutes(controls));
  app.get('/_log', (_req, res) => void res.json({ requests, webhooks: webhooks.log }));
  app.get('/parcels', (_req, res) => void res.json(parcels.list()));
  app.get('/', (_req, res) => void res.send(parcelsPage(parcels.list())));
  app.post('/parcels/:name/scans', (req, res) => {
    const { status } = req.query;
    try {
      scan(req.params.name, ...(typeof status === 'string' ? status.split(',') : []));
    } catch (error) {
      return void res.status(404).json({ error: (error as Error).message });
    }
    if (req.accepts(['json', 'html']) === 'html') return void res.redirect(303, '/');
    res.json({ scans: parcelOf(req.params.name).scans });
  });
  app.use(carrierApi({ parcels, controls: controls.current, baseUrl: () => url, queued }));
  app.use((_req, res) => void res.status(404).json(carrierResponse(400, {}, 'Unknown path')));
  const errors: ErrorRequestHandler = (error: { status?: number }, _req, res, next) => {
    if (res.headersSent) return next(error);
    res.status(error.status ?? 500).json(carrierResponse(400));
  };
  app.use(errors);

  const server = await listen(app, options);
  url = server.url;

  return {
    url,
    control: (patch) => void controls.set(patch),
    resetControls: () => void controls.reset(),
    sendWebhooksTo: (base) => void (apiBaseUrl = base),
    parcels: () => parcels.list(),
    parcel: parcelOf,
    workOff,
    scan,
    webhooks: () => webhooks.log,
    requests: () => requests,
    settled: () => webhooks.settled(),
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      await server.close();
      await webhooks.stop();
    },
  };
}
