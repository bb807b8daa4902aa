import { createConnectionsRepository } from '#db/feeds/connections.repository.js';
import { createIntentsRepository } from '#db/feeds/intents.repository.js';
import { createItemLists, type FeedItemsQuery } from '#db/feeds/items-list.query.js';
import { createRemovalsRepository } from '#db/feeds/removals.repository.js';
import { createItemsRepository } from '#db/feeds/items.repository.js';
import { type Context, originOf } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { IntentKind, IntentOrigin } from '#domain/feeds/feed.js';
import { feedsErrors } from '#domain/feeds/feeds.errors.js';
import { feedsEvents } from '#domain/feeds/feeds.events.js';
import type { Feed } from '#operations/feeds/feed.js';
import {
  createItemInspection,
  type ExplainedItem,
  type InspectedItem,
} from '#operations/feeds/item-inspection.js';
import { feedWarnings } from '#operations/feeds/feed-warnings.js';
import type { PluginPlatform } from '#operations/plugins/plugin-platform.js';

type Deps = Pick<
  PluginPlatform,
  'settings' | 'knex' | 'unitOfWork' | 'counts' | 'clock' | 'outbox' | 'audit' | 'operations'
>;

const notInCatalog = () => platformErrors.notFound({ entity: 'Variant' });

/** What operators see and do with the items of one feed. */
export function createFeedItems(deps: Deps, feed: Feed) {
  const { unitOfWork, outbox, audit, operations, clock, settings } = deps;
  const lists = createItemLists(deps);
  const items = createItemsRepository();
  /** Lists and counts are of the present target alone. */
  const scope = () => ({ feed: feed.id, target: feed.target() });
  const intents = createIntentsRepository();
  const removals = createRemovalsRepository();
  const connections = createConnectionsRepository();
  const inspection = createItemInspection(deps, feed);

  /** Intents by an operator also go where a pause held them back. */
  async function byHand(
    ctx: Context,
    variantId: string,
    kind: IntentKind,
    origin: IntentOrigin,
  ): Promise<void> {
    if (!(await inspection.inspect(variantId))) throw notInCatalog();
    await unitOfWork.run(ctx, async (tx) => {
      await operations.feedSteps.lift(tx, feed.id);
      await intents.appendByHand(tx, feed.id, variantId, kind, origin);
      await audit.record(tx, ctx, [
        { entity: 'feed_item', entityId: variantId, action: origin, key: feed.id },
      ]);
    });
  }

  return {
    list: (query: FeedItemsQuery) => lists.list(scope(), query),
    failed: (query: { page: number; limit: number }) => lists.failed(scope(), query),
    leftBehind: () => lists.leftBehind(scope()),
    counts: () => lists.counts(scope()),

    /** @throws AppError NOT_FOUND for a variant that is not in the catalog */
    async get(variantId: string): Promise<InspectedItem> {
      const found = await inspection.inspect(variantId);
      if (!found) throw notInCatalog();
      return found;
    },

    /** @throws AppError NOT_FOUND for a variant that is not in the catalog */
    async explain(variantId: string): Promise<ExplainedItem> {
      const found = await inspection.explain(variantId);
      if (!found) throw notInCatalog();
      return found;
    },

    resync: (ctx: Context, variantId: string) => byHand(ctx, variantId, 'upsert', 'resync'),
    withdraw: (ctx: Context, variantId: string) => byHand(ctx, variantId, 'delete', 'operator'),

    /** Appends an upsert for every item in a state. Returns how many were in it. */
    async resyncAll(ctx: Context, status: 'failed' | 'skipped'): Promise<number> {
      return unitOfWork.run(ctx, async (tx) => {
        await operations.feedSteps.lift(tx, feed.id);
        const select = 'select variant_id from feeds_items where feed = ? and target = ? and status = ?';
        await intents.appendSelected(tx, [feed.id], 'resync', select, [feed.id, feed.target(), status]);
        const [row] = (await tx('feeds_items')
          .where({ ...scope(), status })
          .count({ n: '*' })) as {
          n: number;
        }[];
        const enqueued = row?.n ?? 0;
        await audit.record(tx, ctx, [
          { entity: 'feed', entityId: feed.id, action: `resync_${status}`, after: { enqueued } },
        ]);
        return enqueued;
      });
    },

    /**
     * Has every eligible variant sent to the present target; the feed collects changes from now on. Warnings are what an
     * operator should know, and no reason not to begin.
     * @param force sends also what was sent before and has not changed
     */
    async bootstrap(
      ctx: Context,
      { force = false }: { force?: boolean } = {},
    ): Promise<{ enqueuedVariants: number; warnings: string[] }> {
      const enqueuedVariants = await lists.countEligible();
      await unitOfWork.run(ctx, async (tx) => {
        const { startedAt } = await connections.lock(tx, feed.id);
        const { target } = scope();
        await connections.updateFeed(tx, feed.id, {
          startedAt: startedAt ?? clock.now(),
          // Without a target nothing is sent; the bootstrap of a later one is asked for by itself.
          startedTarget: target || null,
        });
        if (force) await items.forgetSent(tx, scope());
        await removals.drop(tx, feed.id, target, clock.now());
        await operations.feedSteps.lift(tx, feed.id);
        outbox.append(tx, originOf(ctx), feedsEvents.bootstrapRequested, feed.id, { feed: feed.id });
        await audit.record(tx, ctx, [
          {
            entity: 'feed',
            entityId: feed.id,
            action: 'bootstrap',
            after: { enqueuedVariants, target, force },
          },
        ]);
      });
      return { enqueuedVariants, warnings: feedWarnings(feed.declaration, settings) };
    },

    /**
     * Removes what was left behind in an earlier target, while the credential of the connection works there.
     * @param count how many items the caller takes it to be
     * @throws AppError NOT_FOUND where nothing stands there, CONFLICT for the present target or another count
     */
    async removeTarget(ctx: Context, target: string, count: number): Promise<number> {
      if (target === feed.target()) throw feedsErrors.presentTarget();
      const found = (await lists.leftBehind(scope())).find((item) => item.target === target);
      if (!found) throw platformErrors.notFound({ entity: 'Target' });
      if (found.items !== count) throw feedsErrors.otherCount({ items: String(found.items) });
      await unitOfWork.run(ctx, async (tx) => {
        const removing = await removals.append(tx, feed.id, target);
        await audit.record(tx, ctx, [
          { entity: 'feed', entityId: feed.id, action: 'remove_target', after: { target, removing } },
        ]);
      });
      return found.items;
    },
  };
}

export type FeedItems = ReturnType<typeof createFeedItems>;
