import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import {
  DOCUMENT_RETENTION_MS,
  type DocumentKind,
  type OrderDocument,
} from '#domain/shipping/order-document.js';

export interface NewDocument {
  id: string;
  vendorId: string;
  kind: DocumentKind;
  subOrderIds: string[];
  parcelIds: string[];
  actor: Actor;
  now: Date;
}

const columns = [
  'id',
  'vendorId',
  'kind',
  'subOrderIds',
  'parcelIds',
  'status',
  'error',
  'createdAt',
  'expiresAt',
];

export function createOrderDocumentsRepository() {
  return {
    async insert(tx: Tx, { actor, now, ...row }: NewDocument): Promise<void> {
      await tx('shipping_documents').insert({ ...row, actor: JSON.stringify(actor), createdAt: now });
    },

    /** Of one vendor where `vendorId` is given. */
    async find(reader: Reader, scope: { id: string; vendorId?: string }): Promise<OrderDocument | undefined> {
      return (await reader('shipping_documents').where(scope).first(columns)) as OrderDocument | undefined;
    },

    /** Records the file; false when the document has ended meanwhile. */
    async complete(tx: Tx, id: string, { fileSize, now }: { fileSize: number; now: Date }): Promise<boolean> {
      const expiresAt = new Date(now.getTime() + DOCUMENT_RETENTION_MS);
      const changed = await tx('shipping_documents')
        .where({ id, status: 'pending' })
        .update({ status: 'ready', fileSize, error: null, completedAt: now, expiresAt });
      return changed > 0;
    },

    /** Ends a document that waits; false when it has ended already. */
    async fail(tx: Tx, id: string, { error, now }: { error: string; now: Date }): Promise<boolean> {
      const changed = await tx('shipping_documents')
        .where({ id, status: 'pending' })
        .update({ status: 'failed', error, completedAt: now });
      return changed > 0;
    },

    async expire(tx: Tx, id: string): Promise<void> {
      await tx('shipping_documents').where({ id, status: 'ready' }).update({ status: 'expired' });
    },

    /** Documents whose time is over. */
    async due(reader: Reader, now: Date, limit: number): Promise<{ id: string }[]> {
      return (await reader('shipping_documents')
        .where({ status: 'ready' })
        .where('expiresAt', '<=', now)
        .orderBy('expiresAt')
        .limit(limit)
        .select('id')) as { id: string }[];
    },

    /** Documents that nobody prints any more. */
    async stuck(reader: Reader, before: Date, limit: number): Promise<{ id: string }[]> {
      return (await reader('shipping_documents')
        .where({ status: 'pending' })
        .where('createdAt', '<', before)
        .orderBy('createdAt')
        .limit(limit)
        .select('id')) as { id: string }[];
    },
  };
}

export type OrderDocumentsRepository = ReturnType<typeof createOrderDocumentsRepository>;
