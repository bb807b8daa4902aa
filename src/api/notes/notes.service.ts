import { createNotesRepository } from '#db/notes/notes.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { NewNote, NotedEntity } from '#domain/notes/note.js';
import type { Platform } from '#operations/platform.js';
import { noteResponse } from './notes.schemas.js';

const titles: Readonly<Record<NotedEntity, string>> = { order: 'Order', vendor: 'Vendor', user: 'Customer' };

/** Internal notes: vendors and buyers never see them. */
export function createNotesService({
  knex,
  unitOfWork,
  audit,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'audit'>) {
  const notes = createNotesRepository(knex);

  return {
    list: (query: ListQuery) => notes.list(query),

    /** @throws AppError NOT_FOUND for an order, vendor or customer that does not exist */
    create: (ctx: Context, input: Pick<NewNote, 'entity' | 'entityId' | 'text'>) =>
      unitOfWork.runOnce(ctx, async (tx) => {
        const { entity, entityId } = input;
        if (!(await notes.hasEntity(tx, entity, entityId)))
          throw platformErrors.notFound({ entity: titles[entity] });
        const note = await notes.insert(tx, { ...input, actor: ctx.actor, createdAt: ctx.now });
        const after = { entity, entityId };
        await audit.record(tx, ctx, [{ entity: 'note', entityId: note.id, action: 'create', after }]);
        return noteResponse(note);
      }),

    /** @throws AppError NOT_FOUND */
    delete: (ctx: Context, id: string): Promise<null> =>
      unitOfWork.run(ctx, async (tx) => {
        const note = await notes.delete(tx, id);
        if (!note) throw platformErrors.notFound({ entity: 'Note' });
        const { entity, entityId, text, actor } = note;
        // With the text: the audit log is all that is left of a deleted note.
        const before = { entity, entityId, text, actor };
        await audit.record(tx, ctx, [{ entity: 'note', entityId: id, action: 'delete', before }]);
        return null;
      }),
  };
}

export type NotesService = ReturnType<typeof createNotesService>;
