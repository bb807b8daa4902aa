import type { Response } from 'express';
import { sendPdf } from '#api/kernel/pdf-response.js';
import { awaitSettled } from '#db/kernel/await-settled.js';
import { createOrderDocumentsRepository } from '#db/shipping/order-documents.repository.js';
import { countPackedOrders, subOrdersOfParcels } from '#db/shipping/packed-orders.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { DOCUMENT_TOPIC, documentKey, type OrderDocument } from '#domain/shipping/order-document.js';
import { shippingEvents } from '#domain/shipping/shipping.events.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import type { OrderDocumentRequest } from './order-documents.schemas.js';

/** How long a request waits for the file. */
const WAIT_MS = 20_000;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'gateway' | 'live' | 'storage'>;

/** Pick lists and packing slips: a row each, which the workflow `printOrderDocument` prints. */
export function createOrderDocumentsService(deps: Deps, { waitMs = WAIT_MS }: { waitMs?: number } = {}) {
  const { knex, unitOfWork, audit, outbox, gateway, live, storage } = deps;
  const documents = createOrderDocumentsRepository();
  const notFound = () => platformErrors.notFound({ entity: 'Order document' });

  /** From its end on a document counts as expired, whether its file is gone or not. */
  async function find(ctx: Context, vendorId: string, id: string): Promise<OrderDocument> {
    const row = await documents.find(knex, { id, vendorId });
    if (!row) throw notFound();
    const over = row.status === 'ready' && row.expiresAt !== null && row.expiresAt <= ctx.now;
    return over ? { ...row, status: 'expired' } : row;
  }

  /** @throws AppError NOT_FOUND for a sub-order or parcel of another vendor */
  async function subOrdersOf(
    tx: Tx,
    vendorId: string,
    { orderVendorIds, parcelIds }: OrderDocumentRequest,
  ): Promise<string[]> {
    if (parcelIds.length > 0) {
      const found = await subOrdersOfParcels(tx, vendorId, parcelIds);
      if (found.length < parcelIds.length) throw platformErrors.notFound({ entity: 'Parcel' });
      return [...new Set(found.map(({ subOrderId }) => subOrderId))];
    }
    const found = await countPackedOrders(tx, vendorId, orderVendorIds);
    if (found < orderVendorIds.length) throw platformErrors.notFound({ entity: 'Order' });
    return orderVendorIds;
  }

  return {
    find,

    /**
     * Requests a document, and waits for its file as long as a request may.
     * @throws AppError NOT_FOUND for a sub-order of another vendor, SERVICE_UNAVAILABLE without the engine
     */
    async request(ctx: Context, vendorId: string, input: OrderDocumentRequest): Promise<OrderDocument> {
      const { kind, parcelIds } = input;
      await gateway.assertAvailable();
      const { id } = await unitOfWork.runOnce(ctx, async (tx) => {
        const subOrderIds = await subOrdersOf(tx, vendorId, input);
        const documentId = newId();
        await documents.insert(tx, {
          id: documentId,
          vendorId,
          kind,
          subOrderIds,
          parcelIds,
          actor: ctx.actor,
          now: ctx.now,
        });
        await audit.record(tx, ctx, [
          {
            entity: 'orderDocument',
            entityId: documentId,
            action: 'create',
            vendorId,
            after: { kind, subOrderIds, ...(parcelIds.length > 0 && { parcelIds }) },
          },
        ]);
        const payload = { documentId, vendorId, kind };
        outbox.append(tx, ctx, shippingEvents.documentRequested, documentId, payload, { handOver: true });
        return { id: documentId };
      });
      const settled = async () => {
        const row = await find(ctx, vendorId, id);
        return row.status === 'pending' ? undefined : row;
      };
      return (await awaitSettled(live, DOCUMENT_TOPIC, id, settled, waitMs)) ?? find(ctx, vendorId, id);
    },

    /** @throws AppError NOT_FOUND while the document is not ready, and when its file is gone */
    async send(ctx: Context, vendorId: string, id: string, response: Response): Promise<void> {
      const row = await find(ctx, vendorId, id);
      const file = row.status === 'ready' ? await storage.get(documentKey(id)) : null;
      if (!file) throw notFound();
      await sendPdf(response, row.kind === 'pick_list' ? 'pick-list' : 'packing-slips', file);
    },
  };
}
