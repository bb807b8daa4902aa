import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, idSchema, instantSchema, iso, longTextSchema } from '#api/kernel/values.js';
import { MAX_NOTE, type Note, notedEntities } from '#domain/notes/note.js';

const entity = z.enum(notedEntities).meta({ description: '`user` is a customer' });

export const noteInput = z.object({
  entity,
  entityId: idSchema,
  text: longTextSchema(MAX_NOTE).trim().min(1).meta({ description: 'Plain text, with line breaks' }),
});

export const noteSchema = z
  .object({
    id: idOf('note'),
    entity,
    entityId: idSchema,
    text: z.string(),
    actorType: z.enum(['user', 'guest', 'api_key', 'system', 'webhook']),
    actorId: z.string(),
    actorName: z.string().nullable().meta({ description: 'Of the account that wrote it' }),
    createdAt: instantSchema,
  })
  .meta({ id: 'Note' });

export const noteListQuery = listQuerySchema({
  params: { entity: notedEntities, entityId: 'id' },
  filters: { createdAt: 'date' },
});

export function noteResponse({ actor, createdAt, ...note }: Note): z.input<typeof noteSchema> {
  return { ...note, actorType: actor.type, actorId: actor.id, createdAt: iso(createdAt) };
}
