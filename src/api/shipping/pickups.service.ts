import type { FulfilmentChecks } from '#api/shipping/fulfilment-checks.js';
import { awaitSettled } from '#db/kernel/await-settled.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import { listPickups } from '#db/shipping/pickup-lists.query.js';
import { createPickupsRepository, type NewPickup } from '#db/shipping/pickups.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  dayInIndia,
  MAX_PICKUP_DAYS,
  type Pickup,
  PICKUP_TOPIC,
  returnReference,
} from '#domain/shipping/pickup.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import { carrierFor } from '#operations/shipping/carrier-for.js';

/** How long a request waits for the carrier. */
const WAIT_MS = 20_000;

export interface PickupInput {
  courierCode: string;
  /** `YYYY-MM-DD` in India; the next day where it is left out. */
  pickupOn?: string;
}

/** Visits of couriers at sellers, and at buyers who return something. */
export function createPickupsService(
  platform: Platform,
  checks: Pick<FulfilmentChecks, 'requestOf'>,
  { waitMs = WAIT_MS }: { waitMs?: number } = {},
) {
  const { knex, unitOfWork, live, gateway, operations, audit } = platform;
  const pickups = createPickupsRepository();
  const returns = createReturnsRepository();

  /** @throws AppError VALIDATION_ERROR for a day that is over or too far away */
  function dayOf(ctx: Context, pickupOn: string | undefined): string {
    const day = pickupOn ?? dayInIndia(ctx.now, 1);
    const [first, last] = [dayInIndia(ctx.now), dayInIndia(ctx.now, MAX_PICKUP_DAYS)];
    if (day >= first && day <= last) return day;
    const message = `must be a day from ${first} to ${last}`;
    throw platformErrors.validation(
      {},
      { errors: [{ path: 'body.pickupOn', message, code: 'invalid_value' }] },
    );
  }

  /** @throws AppError VALIDATION_ERROR naming what the account lacks, CONFLICT where the provider cannot be asked */
  async function courierOf(vendorId: string, courierCode: string, way: 'requestPickup' | 'createReverse') {
    const request = await checks.requestOf(vendorId, {
      providerId: 'carrier',
      courierCode,
      credentialSource: 'vendor',
    });
    const { client } = await carrierFor(platform, { credentialSource: 'vendor', vendorId });
    if (!client[way] || !request.account) throw shippingErrors.noPickups();
    return { courierCode, cpId: request.account.cpId, accountCode: request.account.accountCode };
  }

  async function settled(id: string): Promise<Pickup> {
    const read = async () => {
      const row = await pickups.find(knex, { id });
      return row?.status === 'requested' ? undefined : row;
    };
    const row =
      (await awaitSettled(live, PICKUP_TOPIC, id, read, waitMs)) ?? (await pickups.find(knex, { id }));
    if (!row) throw platformErrors.notFound({ entity: 'Pickup' });
    return row;
  }

  /** A repeat of what is open asks for nothing, and leaves no entry. @returns the id of the pickup */
  async function claim(
    tx: Tx,
    ctx: Context,
    pickup: Omit<NewPickup, 'actor' | 'requestedAt'>,
    after: Record<string, unknown>,
  ): Promise<string> {
    const requested = { ...pickup, actor: ctx.actor, requestedAt: ctx.now };
    const { pickupId, asked } = await operations.pickupSteps.claim(tx, ctx, requested);
    const { vendorId } = pickup;
    if (asked)
      await audit.record(tx, ctx, [
        { entity: 'pickup', entityId: pickupId, action: 'request', vendorId, after },
      ]);
    return pickupId;
  }

  return {
    list: (vendorId: string, query: ListQuery) => listPickups(knex, vendorId, query),

    /** Requests a visit at the seller; a repeat of its day returns the same. */
    async request(ctx: Context, vendorId: string, input: PickupInput): Promise<Pickup> {
      const pickupOn = dayOf(ctx, input.pickupOn);
      const courier = await courierOf(vendorId, input.courierCode, 'requestPickup');
      await gateway.assertAvailable();
      const id = await unitOfWork.runOnce(ctx, async (tx) => {
        const own = newId();
        const pickup = {
          ...courier,
          id: own,
          vendorId,
          returnId: null,
          reference: `pickup-${own}`,
          pickupOn,
        };
        return claim(tx, ctx, pickup, { courierCode: input.courierCode, pickupOn });
      });
      return settled(id);
    },

    /** Has an approved return collected from its buyer; a repeat returns the same. */
    async ofReturn(ctx: Context, vendorId: string, returnId: string, input: PickupInput): Promise<Pickup> {
      const pickupOn = dayOf(ctx, input.pickupOn);
      const request = await returns.find(knex, returnId);
      if (request?.vendorId !== vendorId) throw platformErrors.notFound({ entity: 'Return request' });
      const courier = await courierOf(vendorId, input.courierCode, 'createReverse');
      await gateway.assertAvailable();
      const id = await unitOfWork.runOnce(ctx, async (tx) => {
        // Under the lock of the order, as every move of a return.
        await operations.subOrderTransitions.lock(tx, request.subOrderId);
        const now = await returns.find(tx, returnId);
        if (now?.status !== 'approved' || now.origin !== 'buyer')
          throw shippingErrors.returnNotApproved({ status: now?.status ?? request.status });
        const reference = returnReference(returnId, (await pickups.attemptsOf(tx, returnId)) + 1);
        const pickup = { ...courier, id: newId(), vendorId, returnId, reference, pickupOn };
        return claim(tx, ctx, pickup, { returnId, courierCode: input.courierCode, pickupOn });
      });
      return settled(id);
    },
  };
}

export type PickupsService = ReturnType<typeof createPickupsService>;
