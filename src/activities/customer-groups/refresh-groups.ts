import type { PassResult } from '#activities/_shared/derived-pass.js';
import type { DrainHandler, RoundControl } from '#activities/events/events.activities.js';
import { createGroupRefreshRepository } from '#db/customer-groups/group-refresh.repository.js';
import type { FailedRow, FinishedRow, LeasedRow } from '#db/kernel/derived-rows.js';
import { systemContext } from '#domain/_shared/context.js';
import type { OrderPayload } from '#domain/orders/orders.events.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'unitOfWork' | 'clock' | 'logger'>;
type Row = LeasedRow<{ groupId: string }>;

/**
 * An order that was written beside the first group by rules has no delivery, because the group was not there yet when it
 * was: the first refresh is followed by another one, when such a transaction has ended.
 */
const SECOND_LOOK_MS = 60_000;

/** Computes groups anew, one after the other: each is a statement over all customers. */
export function createGroupRefresher({ unitOfWork, clock, logger }: Deps) {
  const groups = createGroupRefreshRepository();
  return async (taken: Row[], control: RoundControl): Promise<PassResult<{ groupId: string }>> => {
    const [finished, failed, removed]: [FinishedRow<Row['key']>[], FailedRow<Row['key']>[], Row[]] = [
      [],
      [],
      [],
    ];
    for (const row of taken) {
      if (control.signal.aborted) break;
      control.heartbeat();
      const { groupId } = row.key;
      try {
        const ctx = systemContext({ name: 'customer-groups-refresh' }, clock.now());
        const result = await unitOfWork.run(ctx, (tx) => groups.refreshGroup(tx, groupId, ctx.now));
        if (!result) {
          removed.push(row);
          continue;
        }
        logger.info({ groupId, ...result }, 'customer group refreshed');
        const again = row.rev === 1 ? new Date(clock.now().getTime() + SECOND_LOOK_MS) : null;
        finished.push({ ...row, dueAt: again });
      } catch (error) {
        failed.push({ ...row, error: error instanceof Error ? error.message : String(error) });
      }
    }
    return { finished, failed, removed };
  };
}

/** Decides for the buyers of orders that were confirmed, cancelled or refunded which groups they belong to now. */
export function createBuyersHandler({ unitOfWork, clock }: Deps): DrainHandler {
  const groups = createGroupRefreshRepository();
  return async (deliveries) => {
    const userIds = new Set(deliveries.map(({ event }) => (event.payload as unknown as OrderPayload).userId));
    const ctx = systemContext({ name: 'customer-groups-buyers' }, clock.now());
    await unitOfWork.run(ctx, (tx) => groups.refreshCustomers(tx, [...userIds].sort(), ctx.now));
    return deliveries.map(({ id }) => ({ id }));
  };
}
