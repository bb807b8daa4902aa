import { z } from 'zod';
import { type Controls, createControls } from '../_shared/controls.js';
import { type Faults, faultShape, noFaults } from '../_shared/faults.js';

export interface SocialControls extends Faults {
  /** Another app secret: earlier tokens get code 190. */
  appSecret: string;
  /** The HTTP status that goes with code 190. */
  tokenErrorStatus: 400 | 401;
  /** Seconds that a long-lived user token lasts. */
  userTokenSeconds: number;
  /** Calls to items_batch of one catalog in a minute. */
  batchesPerMinute: number;
  /** How long a batch takes from `dispatched` to its end. */
  batchMs: number;
  /** What the next batches come to; afterwards they finish. */
  outcomes: ('finished' | 'error' | 'canceled' | 'stuck')[];
  /** Batches that are sent with one of these items never end, by id, for as long as the item is named here. */
  stuckItems: string[];
  /** Messages with which items fail within a finished batch, by id; `*` for all. */
  itemErrors: Record<string, string>;
  /** The same, reported at once in `validation_status`. */
  validationErrors: Record<string, string>;
  /** The next so many batches get no handle. */
  emptyHandles: number;
  /** Tasks that assigning a catalog takes. */
  acceptedTasks: string[];
  /** Sets the clock of the sandbox ahead. */
  aheadMs: number;
  /** Whether the person administers any business. */
  businesses: boolean;
}

const schema: z.ZodType<Partial<SocialControls>> = z
  .strictObject({
    ...faultShape,
    appSecret: z.string().max(500),
    tokenErrorStatus: z.union([z.literal(400), z.literal(401)]),
    userTokenSeconds: z.number().min(0),
    batchesPerMinute: z.number().int().min(0),
    batchMs: z.number().int().min(0),
    outcomes: z.array(z.enum(['finished', 'error', 'canceled', 'stuck'])).max(1_000),
    stuckItems: z.array(z.string()).max(10_000),
    itemErrors: z.record(z.string(), z.string()),
    validationErrors: z.record(z.string(), z.string()),
    emptyHandles: z.number().int().min(0),
    acceptedTasks: z.array(z.string()),
    aheadMs: z.number().int(),
    businesses: z.boolean(),
  })
  .partial();

export function createSocialControls(): Controls<SocialControls> {
  const initial: SocialControls = {
    ...noFaults,
    appSecret: '',
    tokenErrorStatus: 400,
    userTokenSeconds: 5_183_944,
    batchesPerMinute: 8,
    batchMs: 1_000,
    outcomes: [],
    stuckItems: [],
    itemErrors: {},
    validationErrors: {},
    emptyHandles: 0,
    acceptedTasks: ['MANAGE', 'ADVERTISE'],
    aheadMs: 0,
    businesses: true,
  };
  return createControls(initial, schema);
}
