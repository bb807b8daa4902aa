import { createDerivedRows } from '#db/kernel/derived-rows.js';

/** The index state of each product. */
export const searchProducts = createDerivedRows<{ productId: string }>({
  name: 'search_products',
  key: { productId: 'uuid' },
});

/** The documented name of what is queued for a product: its row is unique by it. */
export const indexJobId = ({ productId, listed }: { productId: string; listed: boolean }) =>
  `${listed ? 'reindex' : 'deindex'}-${productId}`;
