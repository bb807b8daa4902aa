import express, { type Request, type Response, Router } from 'express';
import { faultMiddleware } from '../_shared/faults.js';
import { carrierResponse } from './carrier-response.js';
import type { CarrierControls } from './controls.js';
import { courierAccounts } from './couriers.js';
import { laneRoutes } from './lanes.js';
import { labelPdf } from './label-pdf.js';
import { readOrderBody } from './order-body.js';
import { pickupRoutes } from './pickups.js';
import type { Parcel, Parcels } from './parcels.js';

/** Keys of the sandbox; what follows names the webhook route: `platform` or the id of a vendor. */
export const KEY_PREFIX = 'cp_test_';

/** As many waybills as one tracking call may name. */
const MAX_WAYBILLS = 5;

export interface CarrierApiOptions {
  parcels: Parcels;
  controls: CarrierControls;
  /** Without a trailing slash; labels are served under it. */
  baseUrl: () => string;
  /** An order was accepted and gets its waybill later. */
  queued(parcel: Parcel): void;
}

/** The aggregator's API: orders, cancellation, tracking, labels, accounts. */
export function carrierApi({ parcels, controls, baseUrl, queued }: CarrierApiOptions): Router {
  const router = Router();
  // Read before any delay: of a caller who is gone by then the parser would leave the body out.
  router.use(express.json());
  router.use(
    ['/api/v1', '/api/v2', '/api/v3'],
    faultMiddleware(
      () => controls,
      (res) => void res.status(500).send('<html><body>Internal Server Error</body></html>'),
    ),
  );
  const labelOf = (parcel: Parcel) => `${baseUrl()}/labels/${parcel.waybill}.pdf`;
  const isPrinted = (parcel: Parcel) =>
    controls.labels !== 'late' || Date.now() >= parcel.readyAt + controls.labelMs;
  const orderLabelOf = (parcel: Parcel) =>
    parcel.waybill && ['order', 'late'].includes(controls.labels) && isPrinted(parcel)
      ? labelOf(parcel)
      : null;

  const resultOf = (parcel: Parcel) => ({
    courier_partner_id: parcel.cpId,
    courier_name: parcel.courierName,
    sort_code: null,
    security_key: '5f7d3c1a-0000-4000-8000-000000000000',
    reference_number: parcel.reference,
    waybill: parcel.waybill,
    label: orderLabelOf(parcel),
  });

  /** What a repeated POST and a GET say about an order. */
  function stateOf(parcel: Parcel) {
    parcels.settle(parcel);
    if (!parcel.waybill) return carrierResponse(102, { result: { waybill: null }, order_id: parcel.orderId });
    const more = { result: resultOf(parcel), tracking_id: parcel.orderId, order_id: parcel.orderId };
    return carrierResponse(323, more);
  }

  router.post('/api/v3/create-order/', (req, res) => {
    const account = accountOf(req);
    if (!account) return void res.json(carrierResponse(301));
    const html = controls.htmlNext.shift();
    if (html) return void res.status(html).send('<html><body>Gateway</body></html>');
    const refusal = controls.respondNext.shift();
    if (refusal === 429) return void res.status(429).json(carrierResponse(429));
    if (refusal) {
      const reference = (req.body as { shipment_details?: { reference_number?: string } }).shipment_details;
      return void res.json(carrierResponse(refusal, { reference_number: reference?.reference_number }));
    }
    const read = readOrderBody(req.body);
    if ('status' in read) return void res.json(carrierResponse(read.status, {}, read.message));
    const known = parcels.find(account.key, read.order.shipment_details.reference_number);
    if (known) return void res.json(stateOf(known));
    const delay = controls.mode === 'async' ? controls.asyncMs : 0;
    const parcel = parcels.place(read.order, account, delay, controls.waybills.shift());
    if (parcel.waybill) return void res.json(carrierResponse(200, { result: resultOf(parcel) }));
    queued(parcel);
    const result = { reference_number: parcel.reference, waybill: null, label: null, sort_code: null };
    res.json(carrierResponse(202, { order_id: parcel.orderId, result }));
  });

  router.get('/api/v3/create-order/', (req, res) => {
    const account = accountOf(req);
    if (!account) return void res.json(carrierResponse(301));
    const { reference_number: reference, awb } = req.query;
    const found = reference
      ? parcels.find(account.key, String(reference))
      : parcels.byWaybill(String(awb ?? ''));
    if (!found || found.key !== account.key)
      return void res.json(carrierResponse(400, {}, 'No order with this reference number'));
    res.json(stateOf(found));
  });

  router.get('/api/v1/cancel-order/', (req, res) => {
    const account = accountOf(req);
    if (!account) return void res.json(carrierResponse(301));
    const parcel = parcels.byWaybill(String(req.query['waybill'] ?? ''));
    if (!parcel || parcel.key !== account.key)
      return void res.json(carrierResponse(400, {}, 'No such waybill'));
    if (parcel.accountCode !== req.query['account_code']) return void res.json(carrierResponse(351));
    if (parcel.cancelled) return void res.json(carrierResponse(600));
    const status = controls.voidStatus;
    if (status === 200) parcels.cancel(parcel);
    res
      .status(status === 202 ? 202 : 200)
      .json(carrierResponse(status, {}, status === 200 ? 'SUCCESS' : undefined));
  });

  router.get('/api/v2/track-order/', (req, res) => {
    const account = accountOf(req);
    if (!account) return void res.json(carrierResponse(301));
    const waybills = String(req.query['waybill'] ?? '')
      .split(',')
      .filter(Boolean);
    if (waybills.length > MAX_WAYBILLS)
      return void res.json(carrierResponse(400, {}, `At most ${MAX_WAYBILLS} waybills`));
    const result = Object.fromEntries(
      waybills.map((waybill) => [waybill, trackingOf(parcels.byWaybill(waybill), account.key)]),
    );
    res.json(carrierResponse(200, { result }, 'SUCCESS'));
  });

  router.get('/api/v1/fetch/shippinglabel/', (req, res) => {
    const parcel = parcels.byWaybill(String(req.query['waybill'] ?? ''));
    if (!accountOf(req) || !parcel) return void res.json(carrierResponse(400, {}, 'No such waybill'));
    if (controls.labels === 'none' || !isPrinted(parcel))
      return void res.json(carrierResponse(400, {}, 'Label is not generated yet'));
    res.json(carrierResponse(200, { result: { shipping_label: labelOf(parcel) } }, 'SUCCESS'));
  });

  router.get('/api/v1/accounts/', (req, res) => {
    if (!String(req.query['key'] ?? '').startsWith(KEY_PREFIX)) return void res.json(carrierResponse(301));
    const accounts = courierAccounts.filter((item) => req.query['active'] !== 'true' || item.account_active);
    res.json(carrierResponse(200, { result: { enterprise_name: 'Sandbox', accounts } }, 'SUCCESS'));
  });

  router.use(pickupRoutes(controls, (req) => accountOf(req)?.key));
  router.use(laneRoutes(controls, (req) => accountOf(req) !== undefined));

  router.get('/labels/:file', async (req, res: Response) => {
    const parcel = parcels.byWaybill(req.params.file.replace(/\.pdf$/, ''));
    if (!parcel) return void res.status(404).send('Not found');
    res.type('application/pdf').send(Buffer.from(await labelPdf(parcel)));
  });

  return router;
}

function accountOf(req: Request): { key: string; username: string } | undefined {
  const { key, username } = req.query;
  if (typeof key !== 'string' || !key.startsWith(KEY_PREFIX)) return undefined;
  return { key, username: typeof username === 'string' ? username : '' };
}

function trackingOf(parcel: Parcel | undefined, key: string) {
  if (!parcel || parcel.key !== key) return { valid: false, message: 'No such waybill' };
  const scans = parcel.scans.map((scan) => ({
    clickpost_status_code: scan.code,
    clickpost_status_description: scan.description,
    status: scan.status,
    remark: scan.description,
    location: scan.location,
    timestamp: scan.timestamp,
    checkpoint_id: 1,
  }));
  return {
    valid: true,
    latest_status: scans.at(-1) ?? null,
    scans,
    additional: { order_id: parcel.reference },
  };
}
