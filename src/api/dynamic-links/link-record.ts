import { raiseContentRevision } from '#db/kernel/content-revisions.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { type DynamicLinkChange, dynamicLinkChanged } from '#domain/dynamic-links/dynamic-links.events.js';
import type { Platform } from '#operations/platform.js';

const actions = { created: 'create', updated: 'update', deleted: 'delete', reordered: 'reorder' } as const;

/** Writes what comes with each change of links: the audit entry, the event, and the end of cached copies. */
export function createLinkRecorder({ audit, outbox }: Pick<Platform, 'audit' | 'outbox'>) {
  return async (
    tx: Tx,
    ctx: Context,
    groupId: string,
    change: DynamicLinkChange,
    values: { before?: object; after?: object },
  ): Promise<void> => {
    const entity = change.what === 'link' ? 'dynamicLink' : 'dynamicLinkGroup';
    const entityId = change.linkId ?? groupId;
    await audit.record(tx, ctx, [{ entity, entityId, action: actions[change.change], ...values }]);
    outbox.append(tx, ctx, dynamicLinkChanged, groupId, change);
    raiseContentRevision(tx, 'dynamic-links');
  };
}
