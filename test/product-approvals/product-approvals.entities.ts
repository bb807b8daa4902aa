import { readVendorProduct } from '#db/products/vendor-product.query.js';
import type { Container } from '#runtime/container.js';
import { createSellableVariant } from '../_support/orders.js';
import { type EntityFactories, insertedRow, type OwnedRow } from '../_support/entity-factory.js';

/** A change of the title of a product on sale, as its vendor submitted it. */
export async function insertApproval(container: Container, vendorId: string): Promise<OwnedRow> {
  const { productId } = await createSellableVariant(container, vendorId);
  const product = await readVendorProduct(container.knex, vendorId, productId);
  const row = { title: 'Brass lamp', sections: JSON.stringify({ basics: { title: 'Brass lamp' } }) };
  const differences = [{ field: 'title', label: 'Title', before: product?.title, after: 'Brass lamp' }];
  const proposed = JSON.stringify({ ...product, title: 'Brass lamp' });
  return insertedRow(container, 'product_approvals', {
    productId,
    vendorId,
    kind: 'change',
    ...row,
    differences: JSON.stringify(differences),
    proposed,
    submittedAt: new Date(),
  });
}

export const productApprovalsEntities: EntityFactories = {
  productApproval: ({ container, vendor: { vendorId } }) => insertApproval(container, vendorId),
};
