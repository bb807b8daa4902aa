import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { createPickupsRepository } from '#db/shipping/pickups.repository.js';
import { readReturnPickupSource } from '#db/shipping/return-pickup-source.query.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import { dayInIndia, isKnownPickup, type Pickup, type PickupResponse } from '#domain/shipping/pickup.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import type { CreateOutcome, ShippingClient } from '#integrations/shipping/shipping-provider.js';
import type { Platform } from '#operations/platform.js';
import { carrierFor } from '#operations/shipping/carrier-for.js';

interface ById {
  pickupId: string;
  origin: Origin;
}

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'config' | 'ports'>;

const UNSUPPORTED = {
  kind: 'refused',
  reason: 'The shipping provider takes no requests of pickups',
} as const;

/** The steps of a pickup that its workflow takes. */
export function createPickupActivities(deps: Deps) {
  const { knex, unitOfWork, clock } = deps;
  const pickups = createPickupsRepository();

  /** A visit at the seller has no reference at the carrier: an earlier try that went well is known by its day. */
  async function visit(
    client: ShippingClient,
    config: CarrierConfig,
    pickup: Pickup,
    isRepeat: boolean,
  ): Promise<PickupResponse> {
    if (!client.requestPickup) return UNSUPPORTED;
    const { cpId, accountCode, pickupOn } = pickup;
    const outcome = await client.requestPickup({ config, cpId, accountCode, pickupOn }, cancellationSignal());
    if (outcome.kind === 'confirmed') return { ...outcome, awb: null };
    const { kind, reason } = outcome;
    if (kind === 'busy') throw shippingErrors.carrierBusy({ reason });
    if (isRepeat && isKnownPickup(reason))
      return { kind: 'confirmed', confirmationNumber: null, awb: null, pickupOn: null };
    return { kind: 'refused', reason };
  }

  async function bringBack(
    client: ShippingClient,
    config: CarrierConfig,
    pickup: Pickup,
    isRepeat: boolean,
  ): Promise<PickupResponse> {
    if (!client.createReverse || !pickup.returnId) return UNSUPPORTED;
    const source = await readReturnPickupSource(knex, pickup.returnId);
    if (!source) return { kind: 'refused', reason: 'The return has no lines' };
    const signal = cancellationSignal();
    const known = isRepeat ? await client.findOrder(pickup.reference, signal) : null;
    const { invoiceNumber, reason, orderNumber, ...order } = source;
    const { cpId, accountCode, reference, requestedAt } = pickup;
    const outcome =
      known ??
      (await client.createReverse(
        {
          ...order,
          orderNumber,
          reference,
          config,
          account: { cpId, accountCode },
          cash: false,
          invoice: { number: invoiceNumber ?? orderNumber, date: dayInIndia(requestedAt) },
          pickupAt: new Date(`${pickup.pickupOn}T12:00:00+05:30`),
        },
        reason,
        signal,
      ));
    return responseOf(outcome);
  }

  return {
    /**
     * Asks the carrier for a visit.
     * @throws for everything that may go well at another try
     */
    async sendPickup({ pickupId, origin }: ById): Promise<PickupResponse> {
      const pickup = await pickups.find(knex, { id: pickupId });
      if (pickup?.status !== 'requested') return { kind: 'settled' };
      const { vendorId, courierCode, sentAt } = pickup;
      const { account, client, provider } = await carrierFor(deps, { credentialSource: 'vendor', vendorId });
      const missing = provider.missingKeys(account, courierCode);
      if (missing.length > 0) return { kind: 'refused', reason: `${missing.join(', ')} is not set` };
      const isRepeat = sentAt !== null || activityInfo().attempt > 1;
      const ctx = systemContext(origin, clock.now());
      await unitOfWork.run(ctx, (tx) => pickups.recordSent(tx, pickupId, clock.now()));
      const ask = pickup.returnId ? bringBack : visit;
      try {
        return await ask(client, account, pickup, isRepeat);
      } catch (error) {
        if (!(error instanceof HttpCallError) || error.outcome !== 'answered') throw error;
        if (error.retryable) throw shippingErrors.carrierBusy({ reason: error.reason }, { cause: error });
        return { kind: 'refused', reason: error.reason };
      }
    },

    /** Writes what became of it. */
    async settlePickup({
      pickupId,
      origin,
      response,
      request,
    }: ById & { response: PickupResponse; request?: string }): Promise<void> {
      const ctx = systemContext(origin, clock.now());
      const { settle } = deps.operations.pickupSteps;
      await unitOfWork.run(ctx, (tx) => settle(tx, ctx, { pickupId, request }, response));
    },
  };
}

/** @throws Error where the carrier wants to be asked again */
function responseOf(outcome: CreateOutcome): PickupResponse {
  if (outcome.kind === 'busy') throw shippingErrors.carrierBusy({ reason: outcome.reason });
  if (outcome.kind === 'refused') return { kind: 'refused', reason: outcome.reason };
  // Without an AWB it comes with the first report.
  const awb = outcome.kind === 'created' ? outcome.awb : null;
  return { kind: 'confirmed', confirmationNumber: null, awb, pickupOn: null };
}

export type PickupActivities = ReturnType<typeof createPickupActivities>;
