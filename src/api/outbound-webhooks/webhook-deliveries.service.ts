import { createDeliveriesRepository } from '#db/outbound-webhooks/deliveries.repository.js';
import { listDeliveries, readAttempts, readDelivery } from '#db/outbound-webhooks/delivery-list.query.js';
import { createEndpointsRepository } from '#db/outbound-webhooks/endpoints.repository.js';
import type { EndpointOwner } from '#domain/outbound-webhooks/endpoint.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type DeliveryState, KEEP_BODIES_DAYS, MAX_REDELIVERED } from '#domain/outbound-webhooks/delivery.js';
import { outboundWebhooksErrors } from '#domain/outbound-webhooks/outbound-webhooks.errors.js';
import { maskHeaders, readHeaders } from '#operations/outbound-webhooks/endpoint-secrets.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'keyring' | 'counts' | 'webhookEvents'>;

export interface RedeliveryRange {
  from: Date;
  to: Date;
  states: readonly DeliveryState[];
}

/** What was sent to webhook endpoints, and sending it again. */
export function createWebhookDeliveriesService(deps: Deps) {
  const { unitOfWork, knex, audit, keyring, counts } = deps;
  const endpoints = createEndpointsRepository(knex);
  const deliveries = createDeliveriesRepository();
  const notFound = (entity: string) => platformErrors.notFound({ entity });

  async function lockEnabled(tx: Tx, owner: EndpointOwner, id: string): Promise<void> {
    const endpoint = await endpoints.lock(tx, owner, id);
    if (!endpoint) throw notFound('Webhook endpoint');
    if (endpoint.state !== 'enabled') throw outboundWebhooksErrors.disabled();
  }

  async function countRange(tx: Tx, endpointId: string, range: RedeliveryRange): Promise<number> {
    const count = await deliveries.countRange(tx, endpointId, range);
    if (count > MAX_REDELIVERED) throw outboundWebhooksErrors.rangeTooLarge({ limit: MAX_REDELIVERED });
    return count;
  }

  return {
    /** What endpoints can ask for. */
    events: deps.webhookEvents,

    /** @throws AppError NOT_FOUND for an endpoint of somebody else */
    async list(owner: EndpointOwner, endpointId: string, query: ListQuery) {
      if (!(await endpoints.find(knex, owner, endpointId))) throw notFound('Webhook endpoint');
      return listDeliveries(knex, counts, { ...owner, endpointId }, query);
    },

    /** With its request and attempts. @throws AppError NOT_FOUND */
    async get(owner: EndpointOwner, id: string) {
      const delivery = await readDelivery(knex, owner, id);
      if (!delivery) throw notFound('Webhook delivery');
      const headers = maskHeaders(readHeaders(keyring, delivery.headersEncrypted));
      return { delivery, attempts: await readAttempts(knex, id), headers };
    },

    /** Sends the same bytes under the same id again. @throws AppError NOT_FOUND, CONFLICT while it is being sent */
    redeliver: (ctx: Context, owner: EndpointOwner, id: string) =>
      unitOfWork.run(ctx, async (tx) => {
        const delivery = await readDelivery(tx, owner, id);
        if (!delivery) throw notFound('Webhook delivery');
        await lockEnabled(tx, owner, delivery.endpointId);
        if (delivery.body === null) throw outboundWebhooksErrors.bodyDeleted({ days: KEEP_BODIES_DAYS });
        if (!(await deliveries.reopen(tx, id, ctx.now))) throw outboundWebhooksErrors.underWay();
        await audit.record(tx, ctx, [
          {
            entity: 'webhookDelivery',
            entityId: id,
            action: 'redeliver',
            vendorId: owner.vendorId,
            after: { endpointId: delivery.endpointId, event: delivery.event },
          },
        ]);
        const reopened = await readDelivery(tx, owner, id);
        if (!reopened) throw notFound('Webhook delivery');
        return reopened;
      }),

    /** How many ended deliveries a range has. @throws AppError NOT_FOUND, CONFLICT for too many */
    count: (
      ctx: Context,
      owner: EndpointOwner,
      endpointId: string,
      range: RedeliveryRange,
    ): Promise<number> =>
      unitOfWork.run(ctx, async (tx) => {
        if (!(await endpoints.find(tx, owner, endpointId))) throw notFound('Webhook endpoint');
        return countRange(tx, endpointId, range);
      }),

    /**
     * Sends the ended deliveries of a range again, one range of an endpoint at a time.
     * @returns how many. @throws AppError NOT_FOUND, CONFLICT for too many, and while the last range waits
     */
    redeliverRange: (
      ctx: Context,
      owner: EndpointOwner,
      endpointId: string,
      range: RedeliveryRange,
    ): Promise<number> =>
      unitOfWork.run(ctx, async (tx) => {
        await lockEnabled(tx, owner, endpointId);
        if (await deliveries.isRangeUnderWay(tx, endpointId)) throw outboundWebhooksErrors.rangeUnderWay();
        await countRange(tx, endpointId, range);
        const count = await deliveries.reopenRange(tx, endpointId, range, ctx.now);
        await audit.record(tx, ctx, [
          {
            entity: 'webhookEndpoint',
            entityId: endpointId,
            action: 'redeliver',
            vendorId: owner.vendorId,
            after: {
              from: range.from.toISOString(),
              to: range.to.toISOString(),
              states: range.states,
              count,
            },
          },
        ]);
        return count;
      }),
  };
}

export type WebhookDeliveriesService = ReturnType<typeof createWebhookDeliveriesService>;
