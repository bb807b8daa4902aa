import { nationalNumber } from '#domain/shipping/carrier-order.js';
import { reportedDay } from '#domain/shipping/expected-day.js';
import { createJsonClient } from '#integrations/http/json-client.js';
import { askCarrier, RETRY_STATUSES, withoutResult } from './carrier-ask.js';
import { createLaneCalls } from './carrier-lanes.js';
import {
  carrierAccountsResponse,
  carrierLabelResponse,
  carrierMeta,
  type CarrierOrderResponse,
  carrierOrderResponse,
  carrierPickupResponse,
  carrierTrackingResponse,
} from './carrier.schemas.js';
import type {
  CreateOutcome,
  ListedAccount,
  PickupOutcome,
  PickupRequest,
  ShippedParcel,
  TrackingReport,
  VoidOutcome,
} from './shipping-provider.js';

/** Calls of couriers usually end within ten seconds. */
const TIMEOUT_MS = 18_000;
const COUNTING_STATUSES = { placed: 200, queued: 202, processing: 102, alreadyPlaced: 323 };
/** The aggregator's word for an order that was cancelled before. */
const ALREADY_CANCELLED = 600;

export interface CarrierAccount {
  apiKey: string;
  username: string;
}

export interface CarrierClientOptions {
  /** Orders, cancellation, labels. */
  apiUrl: string;
  /** Tracking has its own host. */
  trackingUrl: string;
  accountsPath: string;
}

/** One account of the aggregator. The key travels in the query, so no URL goes into logs or errors. */
export function createCarrierClient(options: CarrierClientOptions, account: CarrierAccount) {
  const { apiKey: key, username } = account;
  const shared = { secrets: [key, encodeURIComponent(key)], timeoutMs: TIMEOUT_MS };
  const api = createJsonClient({ ...shared, baseUrl: options.apiUrl, describeError });
  const tracking = createJsonClient({ ...shared, baseUrl: options.trackingUrl, describeError });

  const ask = askCarrier;

  return {
    /** @throws HttpCallError when no usable response came; its `outcome` says whether the order may be there */
    async createOrder(body: Record<string, unknown>, signal?: AbortSignal): Promise<CreateOutcome> {
      const call = { method: 'POST' as const, path: '/api/v3/create-order/', query: { username, key } };
      return readOutcome(await ask(api, { ...call, json: body, signal }, carrierOrderResponse));
    },

    /** What became of an order; null when the carrier knows none by this reference. */
    async findOrder(reference: string, signal?: AbortSignal): Promise<CreateOutcome | null> {
      const query = { key, username, reference_number: reference };
      const call = { method: 'GET' as const, path: '/api/v3/create-order/', query, signal };
      const response = await ask(api, call, carrierOrderResponse);
      const outcome = readOutcome(response);
      return outcome.kind === 'refused' ? null : outcome;
    },

    async cancelOrder(parcel: ShippedParcel, signal?: AbortSignal): Promise<VoidOutcome> {
      const { awb, cpId, accountCode } = parcel;
      const query = {
        username,
        key,
        waybill: awb,
        account_code: accountCode ?? undefined,
        cp_id: cpId ?? undefined,
      };
      const call = { method: 'GET' as const, path: '/api/v1/cancel-order/', query, signal };
      const { meta } = await ask(api, call, carrierMeta);
      if (meta.status === ALREADY_CANCELLED || (meta.status === 200 && meta.success))
        return { kind: 'voided' };
      if (meta.status === 202) return { kind: 'pending' };
      if (RETRY_STATUSES.has(meta.status)) throw withoutResult('GET /api/v1/cancel-order/', meta);
      return { kind: 'refused', reason: meta.message };
    },

    /** Every scan of these parcels, at most five of one courier. */
    async track(
      awbs: readonly string[],
      cpId: number | null,
      signal?: AbortSignal,
    ): Promise<TrackingReport[]> {
      const query = { username, key, waybill: awbs.join(','), cp_id: cpId ?? undefined };
      const call = { method: 'GET' as const, path: '/api/v2/track-order/', query, signal };
      const { meta, result } = await ask(tracking, call, carrierTrackingResponse);
      if (!result) throw withoutResult('GET /api/v2/track-order/', meta);
      return awbs.flatMap((awb) =>
        (result[awb]?.scans ?? []).map((raw) => ({ awb, raw: { ...raw, waybill: awb } })),
      );
    },

    /** The address of a label; null while the courier has not printed it. */
    async label(parcel: Pick<ShippedParcel, 'awb' | 'cpId'>, signal?: AbortSignal): Promise<string | null> {
      const query = {
        username,
        key,
        waybill: parcel.awb,
        cp_id: parcel.cpId ?? undefined,
        regenerate: 'false',
      };
      const call = { method: 'GET' as const, path: '/api/v1/fetch/shippinglabel/', query, signal };
      const { meta, result } = await ask(api, call, carrierLabelResponse);
      if (!result && RETRY_STATUSES.has(meta.status))
        throw withoutResult('GET /api/v1/fetch/shippinglabel/', meta);
      return result?.shipping_label ?? null;
    },

    ...createLaneCalls(api, account),

    async requestPickup(
      { config, cpId, pickupOn }: PickupRequest,
      signal?: AbortSignal,
    ): Promise<PickupOutcome> {
      const json = {
        // In the middle of the day, whatever zone it is read in.
        pickup_date: `${pickupOn}T12:00:00+05:30`,
        courier_partner: cpId,
        items: 'Parcels',
        pickup_pincode: config.pickupPincode,
        pickup_email: config.pickupEmail,
        pickup_phone: nationalNumber(config.pickupPhone),
        pickup_name: config.pickupName,
        pickup_city: config.pickupCity,
        pickup_state: config.pickupState,
        pickup_address: config.pickupAddress,
      };
      const path = '/api/v1/create-pickup/';
      const call = { method: 'POST' as const, path, query: { username, key }, json, signal };
      const { meta, result } = await ask(api, call, carrierPickupResponse);
      if (meta.status === COUNTING_STATUSES.placed && meta.success)
        return {
          kind: 'confirmed',
          confirmationNumber: result?.confirmation_number ?? null,
          pickupOn: reportedDay(result?.pickup_date ?? null),
        };
      return { kind: RETRY_STATUSES.has(meta.status) ? 'busy' : 'refused', reason: meta.message };
    },

    /** The accounts of the key. */
    async accounts(timeoutMs?: number): Promise<ListedAccount[]> {
      const call = { method: 'GET' as const, path: options.accountsPath, query: { key }, timeoutMs };
      const { meta, result } = await ask(api, call, carrierAccountsResponse);
      if (!result) throw withoutResult(`GET ${options.accountsPath}`, meta);
      return result.accounts.map((item) => ({
        courierName: item.courier_name,
        cpId: item.courier_partner_id,
        accountCode: item.account_code,
        active: item.account_active,
      }));
    },
  };
}

export type CarrierClient = ReturnType<typeof createCarrierClient>;

function readOutcome({ meta, result }: CarrierOrderResponse): CreateOutcome {
  const { placed, queued, processing, alreadyPlaced } = COUNTING_STATUSES;
  const awb = result?.waybill ?? null;
  const placedNow = meta.status === placed && meta.success === true;
  if ((placedNow || meta.status === alreadyPlaced) && awb)
    return { kind: 'created', awb, labelUrl: result?.label ?? null };
  // 102 says `success: false`, and 323 may come before the AWB: the order lives all the same.
  const lives = [processing, alreadyPlaced].includes(meta.status);
  if (lives || placedNow || (meta.status === queued && meta.success === true)) return { kind: 'accepted' };
  return { kind: RETRY_STATUSES.has(meta.status) ? 'busy' : 'refused', reason: meta.message };
}

function describeError(body: unknown): string | undefined {
  return carrierMeta.safeParse(body).data?.meta.message;
}
