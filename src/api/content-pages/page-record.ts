import type { Audit } from '#db/audit/audit.repository.js';
import { raiseContentRevision } from '#db/kernel/content-revisions.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { contentPageChanged } from '#domain/content-pages/content-pages.events.js';
import type { Outbox } from '#events/outbox.js';
import { sha256 } from '#lib/crypto.js';

const changes = { create: 'created', update: 'updated', delete: 'deleted', restore: 'restored' } as const;

/** Content may have a megabyte: the audit keeps its size and its digest. */
function auditValues(values: object | undefined): object | undefined {
  if (!values || !('content' in values)) return values;
  const { content, ...rest } = values as { content: string };
  return { ...rest, contentBytes: Buffer.byteLength(content), contentSha256: sha256(content) };
}

export interface PageRecord {
  id: string;
  slug: string;
  before?: object;
  after: object;
}

/** Writes what comes with each change of pages: audit entries, events, and the end of cached copies. */
export function createPageRecorder({ audit, outbox }: { audit: Audit; outbox: Outbox }) {
  return async (tx: Tx, ctx: Context, action: keyof typeof changes, pages: PageRecord[]): Promise<void> => {
    const entries = pages.map(({ id, before, after }) => ({
      entity: 'contentPage',
      entityId: id,
      action,
      before: auditValues(before),
      after: auditValues(after),
    }));
    await audit.record(tx, ctx, entries);
    const payloads = pages.map(({ id, slug }) => ({
      entityId: id,
      payload: { change: changes[action], slug },
    }));
    outbox.appendAll(tx, ctx, contentPageChanged, payloads);
    raiseContentRevision(tx, 'content-pages');
  };
}
