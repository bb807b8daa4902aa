import { uuid } from '#domain/_shared/columns.js';
import { newNoteColumns } from '#domain/notes/note.js';

/** The columns of the tables of this feature. */
export const notesTables = {
  notes: { ...newNoteColumns, id: uuid },
};
