import { createGuestOrderLookup } from '#api/orders/guest-order-lookup.js';
import { requireUser } from '#api/kernel/require.js';
import { readOrder } from '#db/orders/order.query.js';
import { listReturns, readReturn, type ReturnScope } from '#db/returns/return-list.query.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ListedReturn, ReturnRequest, ReturnStatus } from '#domain/returns/return-request.js';
import { returnsErrors } from '#domain/returns/returns.errors.js';
import type { LockedSubOrder } from '#operations/orders/sub-order-transitions.js';
import { createCreditTargetCheck } from '#operations/store-credit/credit-target.js';
import type { Platform } from '#operations/platform.js';
import type { ReturnInput } from '#operations/returns/return-steps.js';

type OneReturn = ReturnScope & { returnRequestId: string };
type SubOrderPath = { orderId: string; subOrderId: string };

/** Returns as buyers request them, and vendors and operators decide them. */
export function createReturnsService(platform: Platform) {
  const { knex, unitOfWork, operations, audit, config, ports, settings } = platform;
  const lookUpOrder = createGuestOrderLookup({ knex, config, ports });
  const returns = createReturnsRepository();
  const { returnSteps: steps, subOrderTransitions: subOrders } = operations;
  const assertTakesCredit = createCreditTargetCheck(settings);

  async function get(scope: OneReturn): Promise<ListedReturn> {
    const found = await readReturn(knex, scope);
    if (!found) throw platformErrors.notFound({ entity: 'Return request' });
    return found;
  }

  /** Locks the order of a return that is in the scope, and hands both on as they are then. */
  async function move(
    ctx: Context,
    scope: OneReturn,
    to: ReturnStatus,
    step: (tx: Tx, locked: LockedSubOrder, request: ReturnRequest) => Promise<boolean>,
  ): Promise<ListedReturn> {
    await get(scope);
    await unitOfWork.run(ctx, async (tx) => {
      const before = await returns.find(tx, scope.returnRequestId);
      const locked = before && (await subOrders.lock(tx, before.subOrderId));
      const request = locked && (await returns.find(tx, scope.returnRequestId));
      if (!locked || !request) throw platformErrors.notFound({ entity: 'Return request' });
      if (request.status === to || (to === 'received' && request.status === 'refunded')) return;
      if (!(await step(tx, locked, request)))
        throw returnsErrors.wrongState({ status: request.status, move: to });
      const { id: entityId, vendorId, status } = request;
      await audit.record(tx, ctx, [
        { entity: 'return', entityId, action: to, vendorId, before: { status }, after: { status: to } },
      ]);
    });
    return get(scope);
  }

  async function create(
    ctx: Context,
    scope: SubOrderPath & { userId: string },
    input: ReturnInput,
  ): Promise<ListedReturn> {
    const returnRequestId = await unitOfWork.runOnce(ctx, async (tx) => {
      const locked = await subOrders.lock(tx, scope.subOrderId);
      const own = locked?.order.id === scope.orderId && locked.order.userId === scope.userId;
      if (!locked || !own) throw platformErrors.notFound({ entity: 'Order' });
      if (input.refundTo === 'store_credit') assertTakesCredit(locked.order);
      return steps.request(tx, ctx, locked, input);
    });
    return get({ returnRequestId });
  }

  return {
    get,
    list: (scope: ReturnScope, query: ListQuery) => listReturns(knex, scope, query),

    /** The returns of a sub-order of the buyer. @throws AppError NOT_FOUND */
    async listOwn(ctx: Context, scope: SubOrderPath, query: ListQuery) {
      const userId = requireUser(ctx);
      const order = await readOrder(knex, { orderId: scope.orderId, userId });
      if (!order?.subOrders.some(({ id }) => id === scope.subOrderId))
        throw platformErrors.notFound({ entity: 'Order' });
      return listReturns(knex, { ...scope, userId }, query);
    },

    request: (ctx: Context, scope: SubOrderPath, input: ReturnInput) =>
      create(ctx, { ...scope, userId: requireUser(ctx) }, input),

    /** For buyers without a session, who give number and e-mail of the order. */
    async requestAsGuest(
      ctx: Context,
      input: ReturnInput & { orderNumber: string; email: string; subOrderId: string },
    ): Promise<ListedReturn> {
      const { orderNumber, email, subOrderId, ...wanted } = input;
      const order = await lookUpOrder({ orderNumber, email });
      return create(ctx, { orderId: order.id, subOrderId, userId: order.userId }, wanted);
    },

    cancelOwn: (ctx: Context, scope: OneReturn) =>
      move(ctx, { ...scope, userId: requireUser(ctx) }, 'cancelled', (tx, locked, request) =>
        steps.cancel(tx, ctx, locked, request),
      ),

    approve: (ctx: Context, scope: OneReturn, note: string | null) =>
      move(ctx, scope, 'approved', (tx, locked, request) =>
        steps.decide(tx, ctx, locked, request, { status: 'approved', note }),
      ),

    reject: (ctx: Context, scope: OneReturn, note: string) =>
      move(ctx, scope, 'rejected', (tx, locked, request) =>
        steps.decide(tx, ctx, locked, request, { status: 'rejected', note }),
      ),

    /** Receives the pieces; those not said to be unsellable go back on hand, and the refund is requested. */
    receive: (ctx: Context, scope: OneReturn, lines: readonly { lineId: string; sellable: boolean }[] = []) =>
      move(ctx, scope, 'received', async (tx, locked, request) => {
        const known = new Set((await returns.linesOf(tx, request.id)).map(({ lineId }) => lineId));
        const unknown = lines.findIndex(({ lineId }) => !known.has(lineId));
        if (unknown >= 0) {
          const message = 'must be a line of this return';
          const path = `body.lines.${unknown}.lineId`;
          throw platformErrors.validation({}, { errors: [{ path, message, code: 'unknown_reference' }] });
        }
        const unsellable = lines.filter(({ sellable }) => !sellable).map(({ lineId }) => lineId);
        return steps.receive(tx, ctx, locked, request, unsellable);
      }),
  };
}
