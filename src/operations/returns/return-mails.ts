import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { buyerVariables } from '#domain/orders/order-mail-variables.js';
import type { ReturnRequest } from '#domain/returns/return-request.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { viewOf } from '#operations/orders/order-transitions.js';
import { storefrontUrl, vendorPanelUrl } from '#operations/settings/page-urls.js';

/** The mails about returns, put into the transaction of what they tell. */
export const createReturnMails = builtOnce(({ mail, settings }: Pick<OperationDeps, 'mail' | 'settings'>) => {
  return async (
    tx: Tx,
    ctx: Context,
    template: 'return.requested' | 'return.approved' | 'return.rejected',
    { id, orderId, subOrderId, vendorId, reason, note }: ReturnRequest,
    lines: readonly { title: string; quantity: number }[],
  ): Promise<void> => {
    const order = await viewOf(tx, orderId);
    const itemTitle = lines
      .map((line) => (line.quantity > 1 ? `${line.quantity} × ${line.title}` : line.title))
      .join(', ');
    const said = template === 'return.rejected' ? (note ?? '') : reason;
    const variables = {
      orderId,
      orderNumber: order.orderNumber,
      returnRequestId: id,
      orderVendorId: subOrderId,
      vendorId,
      itemTitle,
      reason: said,
      note: note ?? '',
    };
    const toBuyer = {
      template,
      role: 'customer' as const,
      to: order.email,
      orderId,
      dedupeKey: `${template}:${id}`,
      variables: { ...buyerVariables(order, storefrontUrl(settings)), ...variables },
    };
    const people = template === 'return.requested' ? await readVendorRecipients(tx, [vendorId]) : [];
    const toVendor = people.map(({ userId, name, email }) => ({
      template,
      role: 'vendor_member' as const,
      to: email,
      dedupeKey: `${template}:${id}:${userId}`,
      variables: {
        customerName: name,
        orderUrl: vendorPanelUrl(settings, `return-requests/${id}`),
        ...variables,
      },
    }));
    await mail.enqueueAll(tx, ctx, [toBuyer, ...toVendor]);
  };
});
