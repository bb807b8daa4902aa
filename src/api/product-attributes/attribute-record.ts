import type { Tx, UnitOfWork } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { attributeChanged } from '#domain/product-attributes/product-attributes.events.js';
import type { Platform } from '#operations/platform.js';

const changes = { create: 'created', update: 'updated', delete: 'deleted', restore: 'restored' } as const;
const entities = { attribute: 'productAttribute', group: 'productAttributeGroup' } as const;

/** Writes what comes with each change of attributes or of their groups: the audit entry and the event. */
export function createAttributeRecorder(
  { audit, outbox }: Pick<Platform, 'audit' | 'outbox'>,
  kind: keyof typeof entities,
) {
  return async (
    tx: Tx,
    ctx: Context,
    action: keyof typeof changes,
    entityId: string,
    values: { before?: object; after: object },
  ): Promise<void> => {
    await audit.record(tx, ctx, [{ entity: entities[kind], entityId, action, ...values }]);
    outbox.append(tx, ctx, attributeChanged, entityId, { kind, change: changes[action] });
  };
}

interface Lockable<Row> {
  lock(tx: Tx, id: string): Promise<void>;
  find(tx: Tx, id: string): Promise<Row | undefined>;
}

/** Locks a row, then reads it: a statement that waited for the lock would read its lists as they were before. */
export async function findLocked<Row>(
  repository: Lockable<Row>,
  tx: Tx,
  id: string,
  notFound: () => Error,
): Promise<Row> {
  await repository.lock(tx, id);
  const row = await repository.find(tx, id);
  if (!row) throw notFound();
  return row;
}

interface SoftDeletable<Row> extends Lockable<Row> {
  update(tx: Tx, id: string, fields: { deletedAt: Date | null }, at: Date): Promise<void>;
}

/** Deletion and restoration of attributes or of their groups: a repeat changes nothing, and says nothing. */
export function createSoftDeletion<Row extends { deletedAt: string | null }>({
  unitOfWork,
  repository,
  record,
  notFound,
}: {
  unitOfWork: UnitOfWork;
  repository: SoftDeletable<Row>;
  record: ReturnType<typeof createAttributeRecorder>;
  notFound: () => Error;
}) {
  const move = (ctx: Context, id: string, action: 'delete' | 'restore'): Promise<Row> =>
    unitOfWork.run(ctx, async (tx) => {
      const row = await findLocked(repository, tx, id, notFound);
      if ((row.deletedAt !== null) === (action === 'delete')) return row;
      const after = { deletedAt: action === 'delete' ? ctx.now : null };
      await repository.update(tx, id, after, ctx.now);
      const before = action === 'restore' ? { before: { deletedAt: row.deletedAt } } : {};
      await record(tx, ctx, action, id, { ...before, after });
      return (await repository.find(tx, id)) ?? row;
    });
  return {
    delete: (ctx: Context, id: string) => move(ctx, id, 'delete'),
    restore: (ctx: Context, id: string) => move(ctx, id, 'restore'),
  };
}
