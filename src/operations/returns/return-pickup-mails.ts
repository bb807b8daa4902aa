import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { buyerVariables } from '#domain/orders/order-mail-variables.js';
import type { ReturnRequest } from '#domain/returns/return-request.js';
import { courierTitle } from '#domain/shipping/couriers.js';
import type { Pickup } from '#domain/shipping/pickup.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { viewOf } from '#operations/orders/order-transitions.js';
import { storefrontUrl, vendorPanelUrl } from '#operations/settings/page-urls.js';

type Template = 'return.pickup_booked' | 'return.pickup_failed' | 'return.arrived';
type Reader = 'buyer' | 'vendor';

/** The mails about the way of a return to its seller, each once for each pickup and attempt. */
export const createReturnPickupMails = builtOnce(
  ({ mail, settings }: Pick<OperationDeps, 'mail' | 'settings'>) => {
    const returns = createReturnsRepository();

    return async function write(
      tx: Tx,
      ctx: Context,
      template: Template,
      request: ReturnRequest,
      pickup: Pickup,
      readers: readonly Reader[],
    ): Promise<void> {
      const { id, orderId, subOrderId, vendorId, reason } = request;
      const order = await viewOf(tx, orderId);
      const lines = await returns.linesOf(tx, id);
      const itemTitle = lines
        .map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title))
        .join(', ');
      const about = {
        orderId,
        orderNumber: order.orderNumber,
        returnRequestId: id,
        orderVendorId: subOrderId,
        vendorId,
        itemTitle,
        reason,
        note: '',
        courierName: courierTitle(pickup.courierCode),
        awb: pickup.awb ?? '',
        pickupOn: `${pickup.pickupOn}T15:00:00+05:30`,
        attempts: pickup.failedAttempts,
      };
      const once = `${template}:${pickup.id}:${pickup.failedAttempts}`;
      const toBuyer = {
        template,
        role: 'customer' as const,
        to: order.email,
        orderId,
        dedupeKey: once,
        variables: { ...buyerVariables(order, storefrontUrl(settings)), ...about },
      };
      const people = readers.includes('vendor') ? await readVendorRecipients(tx, [vendorId]) : [];
      const orderUrl = vendorPanelUrl(settings, 'return-requests');
      const toVendor = people.map(({ userId, name, email }) => ({
        template,
        role: 'vendor_member' as const,
        to: email,
        dedupeKey: `${once}:${userId}`,
        variables: { customerName: name, orderUrl, ...about },
      }));
      await mail.enqueueAll(tx, ctx, [...(readers.includes('buyer') ? [toBuyer] : []), ...toVendor]);
    };
  },
);
