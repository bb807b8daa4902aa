import { cancellationSignal } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { databaseUnavailable } from '#db/kernel/database-error.js';
import { createShipmentsRepository } from '#db/shipping/shipments.repository.js';
import { readSilentParcels, type SilentParcel } from '#db/shipping/silent-parcels.query.js';
import { systemContext } from '#domain/_shared/context.js';
import { shippingSettings } from '#domain/shipping/shipping.settings.js';
import type { Platform } from '#operations/platform.js';
import { createWorkListMail } from '#operations/shipping/work-list-mail.js';
import { carrierFor, shippingProvider } from '#operations/shipping/carrier-for.js';
import type { PolledTracking, PollTrackingInput } from '#workflows/shipping/shipping.contract.js';

const HOUR_MS = 3_600_000;

type Deps = Pick<
  Platform,
  'mail' | 'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'config' | 'ports' | 'logger'
>;

export function createTrackingActivities(deps: Deps) {
  const { knex, unitOfWork, operations, settings, clock, logger } = deps;
  const shipments = createShipmentsRepository();
  const mailWorkList = createWorkListMail(deps);
  const { parcelsPerCall } = shippingProvider(deps);

  async function ask(parcels: SilentParcel[], polled: PolledTracking, signal: AbortSignal): Promise<void> {
    const [first] = parcels;
    if (!first) return;
    polled.asked += parcels.length;
    const ctx = systemContext({ name: 'pollTracking' }, clock.now());
    try {
      const { client, provider } = await carrierFor(deps, first);
      const awbs = parcels.map(({ awb }) => awb);
      for (const { raw } of await client.track(awbs, first.cpId, signal)) {
        const scan = provider.readScan({ cp_id: first.cpId, ...raw });
        if (!scan) continue;
        const recorded = await unitOfWork.run(ctx, (tx) =>
          operations.recordScan(tx, ctx, { ...scan, eventId: null }, { source: 'poll' }),
        );
        if (recorded && recorded !== 'ambiguous' && !recorded.duplicate) polled.found += 1;
      }
    } catch (error) {
      // A database that is away is no silence of the carrier: the pass is repeated with these parcels.
      if (signal.aborted || databaseUnavailable(error)) throw error;
      polled.unanswered += parcels.length;
      logger.warn(
        { err: error, shipments: parcels.map(({ id }) => id) },
        'parcels could not be polled at the carrier',
      );
    }
    // Silent ones are asked about in turns.
    const ids = parcels.map(({ id }) => id);
    await unitOfWork.run(ctx, (tx) => shipments.recordAsked(tx, ids, clock.now()));
  }

  return {
    /** Asks about every parcel that has been silent for too long; once a day mails what waits for a person then. */
    async pollSilentParcels({ limit }: PollTrackingInput): Promise<PolledTracking> {
      const signal = cancellationSignal();
      const hours = settings.get(shippingSettings.pollAfterHours);
      const since = new Date(clock.now().getTime() - hours * HOUR_MS);
      const polled: PolledTracking = { asked: 0, found: 0, unanswered: 0 };
      const work = async () => {
        for (const group of groups(await readSilentParcels(knex, { since, limit }), parcelsPerCall))
          await ask(group, polled, signal);
      };
      await withHeartbeat(work, () => polled);
      await mailWorkList();
      return polled;
    },
  };
}

/** Parcels of one account and courier together, as many as fit into a call. */
function groups(parcels: readonly SilentParcel[], perCall: number): SilentParcel[][] {
  const byAccount = new Map<string, SilentParcel[]>();
  for (const parcel of parcels) {
    const owner = parcel.credentialSource === 'vendor' ? parcel.vendorId : 'platform';
    const key = `${owner} ${parcel.cpId ?? ''}`;
    byAccount.set(key, [...(byAccount.get(key) ?? []), parcel]);
  }
  return [...byAccount.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / perCall) }, (_, index) =>
      all.slice(index * perCall, (index + 1) * perCall),
    ),
  );
}

export type TrackingActivities = ReturnType<typeof createTrackingActivities>;
