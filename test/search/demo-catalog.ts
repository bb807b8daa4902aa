import { createProductsRepository } from '#db/products/products.repository.js';
import { createTaxonomyRepository } from '#db/taxonomy/taxonomy.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Container } from '#runtime/container.js';
import { planDemoData } from '../../scripts/seed/plan-demo-data.js';
import { writeAttributes } from '../../scripts/seed/write-attributes.js';
import { writeVendors } from '../../scripts/seed/write-people.js';

/** The vendors, taxonomy, attributes and products of the demo data, without its orders and its stock. */
export async function loadDemoCatalog({ knex, unitOfWork }: Container): Promise<void> {
  const now = new Date();
  const { vendors, taxonomy, attributes, products } = planDemoData(1, now);
  await unitOfWork.run(systemContext({ name: 'demo-data' }, now), async (tx) => {
    await writeVendors(tx, knex, vendors, 'no password');
    const entries = createTaxonomyRepository(knex);
    for (const { kind, item } of taxonomy.entries) await entries.insert(tx, kind, item);
    await writeAttributes(tx, knex, attributes);
    await createProductsRepository().insertAll(
      tx,
      products.map(({ written }) => written),
    );
  });
}
