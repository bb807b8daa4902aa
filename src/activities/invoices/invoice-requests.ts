import type { DrainHandler } from '#activities/events/events.activities.js';
import type { InvoicesRepository } from '#db/invoices/invoices.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import type { Platform } from '#operations/platform.js';
import { withDeliveryScope } from '#lib/delivery-scope.js';

type Deps = Pick<Platform, 'unitOfWork' | 'outbox' | 'clock'> & { invoices: InvoicesRepository };

/** Requests the documents of confirmed orders that were requested before the confirmation. */
export function createInvoiceRequestsHandler({ unitOfWork, outbox, clock, invoices }: Deps): DrainHandler {
  return async (deliveries) => {
    const byOrder = new Map(deliveries.map(({ event }) => [event.entityId, event]));
    for (const { orderId, subOrderIds } of await invoices.requestedBeforeConfirmation([...byOrder.keys()])) {
      const event = byOrder.get(orderId);
      if (!event) continue;
      const { orderNumber } = event.payload as { orderNumber: string };
      const request = async (tx: Tx): Promise<void> => {
        const subOrders = await invoices.request(tx, {
          orderId,
          subOrderIds,
          again: false,
          requestOnly: false,
        });
        for (const { subOrderId, vendorId } of subOrders) {
          outbox.append(tx, event, invoicesEvents.requested, subOrderId, {
            orderId,
            orderNumber,
            orderVendorId: subOrderId,
            vendorId,
          });
        }
      };
      await withDeliveryScope(event, 'invoice requests', () =>
        unitOfWork.run(systemContext(event, clock.now()), request),
      );
    }
    return deliveries.map(({ id }) => ({ id }));
  };
}
