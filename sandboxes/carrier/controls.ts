import { z } from 'zod';
import { type Controls, createControls } from '../_shared/controls.js';
import { type Faults, faultShape, noFaults } from '../_shared/faults.js';

export interface CarrierControls extends Faults {
  /** `sync`: a waybill at once. `async`: 202 first, the waybill after `asyncMs`. */
  mode: 'sync' | 'async';
  asyncMs: number;
  /** Whether an asynchronous order is announced by a webhook once it has its waybill. */
  orderWebhooks: boolean;
  /** `meta.status` of the next responses to create-order; such a response creates nothing. */
  respondNext: number[];
  /** HTTP statuses of the next responses to create-order, with an HTML body. */
  htmlNext: number[];
  /** `meta.status` of the responses to cancellations. */
  voidStatus: 200 | 202 | 350 | 351;
  /**
   * Where the label of a new order stands: `order` in its responses at once, `late` there after `labelMs`, `call` in the
   * label call alone, `none` nowhere.
   */
  labels: 'order' | 'late' | 'call' | 'none';
  labelMs: number;
  /** AWBs of the next orders, which couriers give out again after some time. */
  waybills: string[];
  /** Whether webhooks carry their own event id. */
  eventIds: boolean;
  webhookDelayMs: number;
  duplicateWebhooks: boolean;
  shuffle: boolean;
  dropWebhooks: boolean;
  /** PIN codes that no courier serves, by how they begin; and those where none takes cash. */
  unserved: string[];
  withoutCash: string[];
  /** Whether the contract has charges and days; without, the couriers of a lane have neither. */
  charges: boolean;
  /** Buyers' PIN codes, by how they begin, for which questions about couriers are too many: HTTP 429. */
  throttled: string[];
  /** `meta.status` of the next responses to requests of pickups; such a response books none. */
  pickupNext: number[];
  /** Couriers come so many days after the day that was asked for. */
  pickupShiftDays: number;
}

const initial: CarrierControls = {
  ...noFaults,
  mode: 'sync',
  asyncMs: 3_000,
  orderWebhooks: true,
  respondNext: [],
  htmlNext: [],
  voidStatus: 200,
  labels: 'order',
  labelMs: 0,
  waybills: [],
  eventIds: true,
  webhookDelayMs: 0,
  duplicateWebhooks: false,
  shuffle: false,
  dropWebhooks: false,
  unserved: ['744'],
  withoutCash: ['19'],
  charges: true,
  throttled: [],
  pickupNext: [],
  pickupShiftDays: 0,
};

const statuses = z.array(z.int().min(100).max(999)).max(100);

const prefixes = z.array(z.string().regex(/^\d{1,6}$/)).max(100);

const schema: z.ZodType<Partial<CarrierControls>> = z
  .strictObject({
    ...faultShape,
    mode: z.enum(['sync', 'async']),
    asyncMs: z.int().min(0),
    orderWebhooks: z.boolean(),
    respondNext: statuses,
    htmlNext: statuses,
    voidStatus: z.union([z.literal(200), z.literal(202), z.literal(350), z.literal(351)]),
    labels: z.enum(['order', 'late', 'call', 'none']),
    labelMs: z.int().min(0),
    waybills: z.array(z.string().regex(/^\w{1,40}$/)).max(100),
    eventIds: z.boolean(),
    webhookDelayMs: z.int().min(0).max(600_000),
    duplicateWebhooks: z.boolean(),
    shuffle: z.boolean(),
    dropWebhooks: z.boolean(),
    unserved: prefixes,
    withoutCash: prefixes,
    charges: z.boolean(),
    throttled: prefixes,
    pickupNext: statuses,
    pickupShiftDays: z.int().min(0).max(30),
  })
  .partial();

export function createCarrierControls(): Controls<CarrierControls> {
  return createControls(initial, schema);
}
