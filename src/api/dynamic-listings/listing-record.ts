import { raiseContentRevision } from '#db/kernel/content-revisions.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import {
  type DynamicListingChange,
  dynamicListingChanged,
} from '#domain/dynamic-listings/dynamic-listings.events.js';
import type { Platform } from '#operations/platform.js';

const actions = { created: 'create', updated: 'update', deleted: 'delete', reordered: 'reorder' } as const;

/** Writes what comes with each change of listings: the audit entry, the event, and the end of cached copies. */
export function createListingRecorder({ audit, outbox }: Pick<Platform, 'audit' | 'outbox'>) {
  return async (
    tx: Tx,
    ctx: Context,
    entityId: string,
    change: DynamicListingChange,
    values: { before?: object; after?: object },
  ): Promise<void> => {
    const entity = change.what === 'listing' ? 'dynamicListing' : 'dynamicListingGroup';
    await audit.record(tx, ctx, [{ entity, entityId, action: actions[change.change], ...values }]);
    outbox.append(tx, ctx, dynamicListingChanged, entityId, change);
    raiseContentRevision(tx, 'dynamic-listings');
  };
}
