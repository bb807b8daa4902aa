import { type EntityFactories } from '../_support/entity-factory.js';
import { createSellableVariant } from '../_support/orders.js';

export const productsEntities: EntityFactories = {
  product: async ({ container, vendor }) => {
    const { productId } = await createSellableVariant(container, vendor.vendorId);
    return { id: productId, table: 'products' };
  },
  productTab: async ({ container, rows }) => {
    const productId = rows.get('product')?.id;
    const [row] = (await container
      .knex('products_tabs')
      .insert({ productId, title: 'Care' })
      .returning('id')) as { id: string }[];
    return { id: row?.id ?? '', table: 'products_tabs' };
  },
  productVariant: async ({ container, rows }) => {
    const productId = rows.get('product')?.id;
    const row = (await container.knex('products_variants').where({ productId }).first('id')) as {
      id: string;
    };
    return { id: row.id, table: 'products_variants' };
  },
};
