import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { createShipmentsRepository } from '#db/shipping/shipments.repository.js';
import { readShipmentSource, type ShipmentSource } from '#db/shipping/carrier-source.query.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import type { CarrierOrderSource } from '#domain/shipping/carrier-order.js';
import { PICKUP_AFTER_MS } from '#domain/shipping/expected-day.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { shippingSettings } from '#domain/shipping/shipping.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import type { CreateOutcome } from '#integrations/shipping/shipping-provider.js';
import type { Platform } from '#operations/platform.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { carrierFor } from '#operations/shipping/carrier-for.js';
import { DateTime } from 'luxon';
import { createExpectedDays } from './expected-days.js';
import type { LabelStore } from './label-store.js';

/** What became of a shipment: as the carrier says, `unreachable` without a response, `settled` by somebody else. */
export type CreateResponse =
  | (Extract<CreateOutcome, { kind: 'created' | 'accepted' }> & { expectedOn?: string })
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'settled' };

/** As much of a shipment as its workflow needs. */
export interface ShipmentState {
  /** It exists at the carrier and its sub-order still wants it. */
  open: boolean;
  awb: boolean;
  /** How long an AWB may take until operators are notified. */
  alertAfterMs: number;
}

const NOT_PRINTED = 'The carrier has not printed the label yet';
const NOT_FETCHED = 'The label could not be fetched and stored';
const HOUR_MS = 3_600_000;

interface ById {
  shipmentId: string;
  origin: Origin;
}

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'config' | 'ports' | 'logger'
> & { labels: LabelStore };

/** The steps of a shipment that its workflow takes. */
export function createShipmentActivities(deps: Deps) {
  const { knex, unitOfWork, settings, clock, labels } = deps;
  const shipments = createShipmentsRepository();
  const { shipmentSteps } = deps.operations;
  const findExpectedDay = createExpectedDays(deps);
  const context = (origin: Origin) => systemContext(origin, clock.now());

  async function stateOf(shipmentId: string): Promise<ShipmentState> {
    const row = await shipments.find(knex, shipmentId);
    const alertAfterMs = settings.get(shippingSettings.awbAlertHours) * HOUR_MS;
    return { open: row?.status === 'created', awb: !!row?.awb, alertAfterMs };
  }

  function orderOf(source: ShipmentSource, account: CarrierOrderSource['config']): CarrierOrderSource {
    const { cpId, accountCode, storeCredit } = source;
    if (cpId === null || accountCode === null)
      throw new Error(`Shipment ${source.id} has no courier account`);
    const timeZone = settings.get(storeSettings.timeZone);
    const date = DateTime.fromJSDate(source.requestedAt, { zone: timeZone }).toISODate() ?? '';
    return {
      reference: source.reference,
      orderNumber: source.orderNumber,
      config: account,
      account: { cpId, accountCode },
      email: source.email,
      shippingAddress: source.shippingAddress,
      total: source.total,
      // Cash that was noted as paid is not collected a second time.
      cash: source.paymentMethod === 'cod' && source.paymentStatus === 'unpaid' && storeCredit < source.total,
      storeCredit,
      invoice: { number: source.invoiceNumber ?? source.orderNumber, date },
      pickupAt: new Date(source.requestedAt.getTime() + PICKUP_AFTER_MS),
      lines: source.orderLines,
    };
  }

  return {
    /**
     * Creates the shipment under its reference. Any try but a first one asks for it before it posts: a response that was
     * lost must not make a second parcel.
     * @throws for everything that may go well at another try
     */
    async sendShipment({ shipmentId, origin }: ById): Promise<CreateResponse> {
      const source = await readShipmentSource(knex, shipmentId);
      if (source?.status !== 'creating') return { kind: 'settled' };
      const { account, client, provider } = await carrierFor(deps, source);
      const missing = provider.missingKeys(account, source.courierCode ?? '');
      if (missing.length > 0) return { kind: 'refused', reason: `${missing.join(', ')} is not set` };
      const signal = cancellationSignal();
      const withDay = async (outcome: CreateOutcome) => {
        const taken = usable(outcome);
        const expectedOn = isAccepted(taken) ? await findExpectedDay(source, account) : null;
        return expectedOn ? { ...taken, expectedOn } : taken;
      };
      if (source.sentAt || activityInfo().attempt > 1) {
        const known = await client.findOrder(source.reference, signal);
        if (known) return await withDay(known);
      }
      await unitOfWork.run(context(origin), (tx) => shipments.recordSent(tx, shipmentId, clock.now()));
      try {
        const outcome = await client.createOrder(orderOf(source, account), signal);
        return await withDay(outcome);
      } catch (error) {
        if (!(error instanceof HttpCallError) || error.outcome !== 'answered') throw error;
        // What the carrier says reaches the waiting request, also after the last try.
        if (error.retryable) throw shippingErrors.carrierBusy({ reason: error.reason }, { cause: error });
        return { kind: 'refused', reason: error.reason };
      }
    },

    /** Writes what became of it, with the move of its sub-order. */
    async settleShipment({
      shipmentId,
      origin,
      response,
      request,
    }: ById & { response: CreateResponse; request?: string }): Promise<ShipmentState> {
      const ctx = context(origin);
      if (response.kind !== 'settled') {
        await unitOfWork.run(ctx, async (tx) => {
          if (response.kind === 'created' || response.kind === 'accepted') {
            const { expectedOn = null } = response;
            const taken = response.kind === 'created' ? response : { awb: null, labelUrl: null };
            await shipmentSteps.created(tx, ctx, shipmentId, { ...taken, expectedOn });
          } else {
            const { kind, reason: error } = response;
            await shipmentSteps.failed(tx, ctx, shipmentId, { kind, error, request });
          }
        });
      }
      return stateOf(shipmentId);
    },

    /** Asks the carrier for an AWB that is still to come; null when the carrier does not know the shipment. */
    async findShipment({ shipmentId }: ById): Promise<CreateResponse | null> {
      const shipment = await shipments.find(knex, shipmentId);
      if (!shipment || shipment.awb) return { kind: 'settled' };
      const { client } = await carrierFor(deps, shipment);
      const known = await client.findOrder(shipment.reference, cancellationSignal());
      return known && usable(known);
    },

    /** Stamps an AWB that was found. */
    async stampShipment({
      shipmentId,
      found,
      origin,
    }: ById & { found: CreateResponse | null }): Promise<ShipmentState> {
      if (found?.kind === 'created') {
        const ctx = context(origin);
        await unitOfWork.run(ctx, (tx) => shipmentSteps.stamp(tx, shipmentId, found));
      }
      return stateOf(shipmentId);
    },

    /** Says that a shipment is without AWB for too long. */
    async reportStuckShipment({ shipmentId, origin }: ById): Promise<void> {
      const ctx = context(origin);
      const hours = settings.get(shippingSettings.awbAlertHours);
      await unitOfWork.run(ctx, (tx) => shipmentSteps.reportStuck(tx, ctx, shipmentId, hours));
    },

    /**
     * Copies the label into the storage.
     * @throws when it cannot be asked for or copied
     */
    async storeLabel({ shipmentId, origin }: ById): Promise<'stored' | 'not printed' | 'not needed'> {
      const shipment = await shipments.find(knex, shipmentId);
      if (!shipment?.awb || shipment.labelKey || shipment.status !== 'created') return 'not needed';
      const ctx = context(origin);
      const record = (reason: string) =>
        unitOfWork.run(ctx, (tx) => shipments.recordLabelError(tx, shipment, reason, clock.now()));
      try {
        const labelUrl = shipment.labelUrl ?? (await findLabel(shipment));
        if (!labelUrl) {
          await record(NOT_PRINTED);
          return 'not printed';
        }
        if (!shipment.labelUrl)
          await unitOfWork.run(ctx, (tx) => shipments.setLabelUrl(tx, shipment, labelUrl));
        const labelKey = await labels.keep(shipment, labelUrl, cancellationSignal());
        const isStored = await unitOfWork.run(ctx, (tx) => shipments.setLabelKey(tx, shipment, labelKey));
        // Another AWB was taken over meanwhile: its label is asked for next.
        return isStored ? 'stored' : 'not printed';
      } catch (error) {
        const answered = error instanceof HttpCallError && error.outcome === 'answered';
        // The carrier's failure is what matters, also where it cannot be written down.
        await record(answered ? error.reason : NOT_FETCHED).catch(() => undefined);
        throw error;
      }
    },
  };

  /** Tracking webhooks carry no label: the order has it, or the label call gives it. */
  async function findLabel(shipment: Shipment): Promise<string | null> {
    const { client } = await carrierFor(deps, shipment);
    const signal = cancellationSignal();
    const known = await client.findOrder(shipment.reference, signal);
    const ofOrder = known?.kind === 'created' && known.awb === shipment.awb ? known.labelUrl : null;
    return ofOrder ?? (await client.label({ awb: shipment.awb ?? '', cpId: shipment.cpId }, signal));
  }
}

const isAccepted = ({ kind }: CreateResponse) => kind === 'created' || kind === 'accepted';

/** @throws Error where the carrier wants to be asked again */
function usable(outcome: CreateOutcome): CreateResponse {
  if (outcome.kind === 'created' || outcome.kind === 'accepted') return outcome;
  if (outcome.kind === 'busy') throw shippingErrors.carrierBusy({ reason: outcome.reason });
  return { kind: 'refused', reason: outcome.reason };
}

export type ShipmentActivities = ReturnType<typeof createShipmentActivities>;
