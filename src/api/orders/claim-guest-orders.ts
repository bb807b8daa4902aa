import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createRedemptionsRepository } from '#db/discounts/redemptions.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { requestScope } from '#lib/request-scope.js';
import { waitAtMost } from '#lib/wait-at-most.js';
import type { Platform } from '#operations/platform.js';

/** Of one sign-in, so that it stays short; the next one claims what is left. */
const MAX_CLAIMED = 500;

/** How long a sign-in waits for its claim, which goes on: a locked table of orders must not keep anybody out. */
const WAIT_MS = 200;

/** After one that took too long. */
const PAUSE_MS = 5_000;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'clock' | 'logger'>;

/**
 * Gives an account the orders that guests placed with its e-mail address, once the account has verified that address:
 * before, anybody could sign up with the address of somebody else. It is called on each sign-in and verification; a failure
 * is logged, and the next sign-in claims what this one has not.
 */
export function createClaimGuestOrders({ knex, unitOfWork, audit, outbox, clock, logger }: Deps) {
  const orders = createOrderWriteRepository();
  const redemptions = createRedemptionsRepository();

  async function claim(userId: string): Promise<void> {
    // Most sign-ins have nothing to claim, and need no transaction. What decides is the update.
    if (!(await orders.hasClaimable(knex, userId))) return;
    const requestId = requestScope()?.requestId ?? 'accounts';
    const ctx = systemContext({ actor: { type: 'user', id: userId }, requestId }, clock.now());
    await unitOfWork.run(ctx, async (tx) => {
      const claimed = await orders.claimOfGuests(tx, userId, MAX_CLAIMED);
      if (claimed.length === 0) return;
      await redemptions.adopt(tx, userId);
      await audit.record(
        tx,
        ctx,
        claimed.map(({ orderId, formerUserId }) => ({
          entity: 'order',
          entityId: orderId,
          action: 'claim',
          before: { userId: formerUserId, guest: true },
          after: { userId, guest: false },
        })),
      );
      const entries = claimed.map(({ formerUserId: _former, ...order }) => ({
        entityId: order.orderId,
        payload: { ...order, userId },
      }));
      outbox.appendAll(tx, ctx, ordersEvents.claimed, entries);
    });
  }

  async function claimOrLog(userId: string): Promise<void> {
    try {
      await claim(userId);
    } catch (error) {
      logger.error({ err: error, userId }, 'guest orders could not be claimed');
    }
  }

  // A claim that goes on so late waits for a lock, and holds a connection: sign-ins begin none beside it, nor just after it.
  let resumeAt = 0;
  return async (userId: string): Promise<void> => {
    if (performance.now() < resumeAt) return;
    const work = claimOrLog(userId);
    if (await waitAtMost(WAIT_MS, work)) return;
    resumeAt = Infinity;
    void work.finally(() => (resumeAt = performance.now() + PAUSE_MS));
  };
}
