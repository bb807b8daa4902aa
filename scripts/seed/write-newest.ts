import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import { createProductImportsRepository } from '#db/product-imports/product-imports.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type Context, systemContext } from '#domain/_shared/context.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import { productImportsEvents } from '#domain/product-imports/product-imports.events.js';
import type { Container } from '#runtime/container.js';
import type { NewestPlan } from './plan-newest.js';

type Deps = Pick<Container, 'knex' | 'outbox' | 'storage' | 'clock'>;

const fileKeyOf = ({ productImport: { id, vendor } }: NewestPlan) => `imports/${vendor.vendor.id}/${id}.csv`;

/** Stores the product file, before the transaction that records it. Repeating it stores the same. */
export async function storeImportFile({ storage }: Pick<Deps, 'storage'>, newest: NewestPlan): Promise<void> {
  const content = Buffer.from(newest.productImport.content);
  await storage.put(fileKeyOf(newest), content, {
    contentType: 'text/csv',
    contentLength: content.byteLength,
  });
}

/** Asks for the import and for the invoice, as a vendor and a buyer would have: the flows run once the platform does. */
export async function writeNewest(tx: Tx, ctx: Context, newest: NewestPlan, deps: Deps): Promise<void> {
  const { productImport, order } = newest;
  const { id, vendor, fileName, content } = productImport;
  const owner = systemContext(
    { actor: { type: 'user', id: vendor.owner.userId }, requestId: ctx.requestId },
    deps.clock.now(),
  );
  const vendorId = vendor.vendor.id;
  const file = { fileKey: fileKeyOf(newest), fileName, fileSize: Buffer.byteLength(content) };
  await createProductImportsRepository(deps.knex).insert(tx, {
    id,
    vendorId,
    ...file,
    actor: owner.actor,
    now: owner.now,
  });
  deps.outbox.append(tx, owner, productImportsEvents.requested, id, { importId: id, vendorId, fileName });

  const { id: orderId, orderNumber, userId } = order.written.order;
  const buyer = { actor: { type: 'user' as const, id: userId }, requestId: ctx.requestId };
  const subOrderIds = order.written.subOrders.map((subOrder) => subOrder.id);
  const subOrders = await createInvoicesRepository(deps.knex).request(tx, {
    orderId,
    subOrderIds,
    again: false,
    requestOnly: false,
  });
  for (const { subOrderId, vendorId } of subOrders) {
    // Made up by the database, where all other ids are those of the seed.
    await tx('invoices').where({ subOrderId }).update({ id: newest.invoiceId });
    const payload = { orderId, orderNumber, orderVendorId: subOrderId, vendorId };
    deps.outbox.append(tx, buyer, invoicesEvents.requested, subOrderId, payload);
  }
}
