import { type Columns, instant, jsonOf, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import type { Actor } from '#domain/_shared/context.js';

export const notedEntities = ['order', 'vendor', 'user'] as const;
export type NotedEntity = (typeof notedEntities)[number];

export const MAX_NOTE = 4_000;

export const newNoteColumns = {
  entity: textOf<NotedEntity>(),
  entityId: uuid,
  text: text,
  actor: jsonOf<Actor>(),
  createdAt: instant,
} as const satisfies Columns;
export type NewNote = RowOf<typeof newNoteColumns>;

/** What an operator wrote about an order, a vendor or a customer, for other operators. */
export interface Note extends NewNote {
  id: string;
  /** The name of the account that wrote it; null for API keys, and for accounts that no longer exist. */
  actorName: string | null;
}
