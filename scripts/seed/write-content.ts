import { createMiningRepository } from '#db/bought-together/mining.repository.js';
import { raiseContentRevision } from '#db/kernel/content-revisions.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { miningSlices } from '#domain/bought-together/mining-rules.js';
import { type Context, systemContext } from '#domain/_shared/context.js';
import type { Container } from '#runtime/container.js';
import type { ContentPlan } from './plan-content.js';

/** Writes banners, pages, links and listings; an API that runs already drops what it holds in memory. */
export async function writeContent(tx: Tx, plan: ContentPlan): Promise<void> {
  const filters = (listing: object & { filters?: unknown }) => ({
    ...listing,
    filters: JSON.stringify(listing.filters ?? null),
  });
  await tx('banners').insert(plan.banners);
  await tx('content_pages').insert(plan.pages);
  await tx('dynamic_links_groups').insert(plan.linkGroups.map(({ group }) => group));
  await tx('dynamic_links').insert(plan.linkGroups.flatMap(({ links }) => links));
  await tx('dynamic_listings_groups').insert(plan.listingGroups.map(({ group }) => group));
  await tx('dynamic_listings').insert(plan.listingGroups.flatMap(({ listings }) => listings.map(filters)));
  for (const kind of ['banners', 'content-pages', 'dynamic-links', 'dynamic-listings'] as const)
    raiseContentRevision(tx, kind);
}

/** Mines what is bought together, as the nightly run does, of all orders at once: there are few. */
export async function mineDemoOrders({ unitOfWork, streaming, clock }: Container): Promise<void> {
  const mining = createMiningRepository();
  const miningId = 'demo-data';
  const until = clock.now();
  const ctx: Context = systemContext({ name: 'demo-data' }, until);
  const [first] = miningSlices(until);
  if (!first) throw new Error('There is nothing to mine');
  await unitOfWork.run(ctx, async (tx) => {
    await mining.begin(tx, miningId);
    await mining.countSlice(tx, miningId, { ...first, to: until });
  });
  await streaming.use((connection) => mining.replacePairs(connection, miningId, until), { write: true });
  await unitOfWork.run(ctx, (tx) => mining.begin(tx, 'none'));
}
