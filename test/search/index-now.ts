import { createDerivedPass } from '#activities/_shared/derived-pass.js';
import { createProductIndexer } from '#activities/search/index-products.js';
import { searchProducts } from '#db/search/search-products-tables.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Container } from '#runtime/container.js';

const control = { heartbeat: () => undefined, signal: new AbortController().signal, limit: 500 };

/** The pass of the drain, without an engine. */
export function passOf(container: Container) {
  return createDerivedPass(container, 'search-index', searchProducts, createProductIndexer(container));
}

/** Works off what is requested, in this process. */
export async function passRequested(container: Container): Promise<void> {
  const pass = passOf(container);
  while ((await pass(control)).taken > 0);
}

/** Brings every product into the index. */
export async function indexNow(container: Container): Promise<void> {
  const ctx = systemContext({ name: 'test' }, new Date());
  await container.unitOfWork.run(ctx, (tx) =>
    searchProducts.requestSelected(tx, 'select id as product_id from products'),
  );
  await passRequested(container);
}
