import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { editOf, isOutdated, tagOf } from '../lib/edit-tag.js';
import type { Conflict } from './conflict-list.js';
import { mergedText, mergeFields } from './merge-fields.js';
import { useAct } from './use-act.js';
import { useDraft } from './use-draft.js';

interface Editing<Row extends object, Draft extends object> {
  /** What is edited, as it was read; null for a new one. */
  row: Row | null;
  draftOf: (row: Row | null) => Draft;
  /** Reads it again, where somebody else has saved meanwhile. */
  read: (row: Row) => Promise<Row>;
  /** The fields whose refusals stand beside them. */
  known?: readonly string[];
}

/**
 * The form of everything that is edited: what was read, what was typed, and one save at a time. Where somebody else has saved
 * meanwhile, fields that one side changed are that side's, and a choice is asked for those that both changed.
 */
export function useEditor<Row extends object, Draft extends object>({
  row,
  draftOf,
  read,
  known = [],
}: Editing<Row, Draft>) {
  const [first] = useState(() => draftOf(row));
  const form = useDraft(first);
  const stored = useRef(row);
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const { act, busy, error, fields } = useAct(known);

  function adopt(next: Row): void {
    stored.current = next;
    setConflicts([]);
    form.saved(draftOf(next));
  }

  // What others have saved shows in a form in which nothing was typed; what was typed is never replaced.
  useEffect(() => {
    if (!row || row === stored.current || form.dirty || busy) return;
    stored.current = row;
    form.rebase(draftOf(row), draftOf(row));
  }, [row]);

  /** What both sides have changed is asked about, and all else is taken in. */
  async function merge(from: Row): Promise<void> {
    const fresh = await read(from);
    const theirs = draftOf(fresh);
    const { merged, conflicts: found } = mergeFields(form.base, form.draft, theirs);
    stored.current = fresh;
    form.rebase(theirs, merged);
    setConflicts(found);
    notifications.show({ color: 'yellow', message: mergedText(found.length) });
  }

  /**
   * Sends what was typed.
   * @param send with what the edit sends beside its body; resolves to what is stored then
   */
  const save = (
    send: (edit: { ifMatch?: string }, idempotencyKey: string) => Promise<Row>,
    done?: ((saved: Row) => void) | string,
  ): Promise<void> =>
    act(
      async (idempotencyKey) => {
        const from = stored.current;
        try {
          const saved = await send(editOf(from), idempotencyKey);
          // Some responses say less than the read does.
          return from && tagOf(saved) === undefined ? await read(from) : saved;
        } catch (thrown) {
          if (!from || !isOutdated(thrown)) throw thrown;
          await merge(from);
          return null;
        }
      },
      (saved) => {
        if (saved === null) return;
        adopt(saved);
        if (typeof done === 'string') notifications.show({ color: 'teal', message: done });
        else done?.(saved);
      },
    );

  return {
    form,
    save,
    /** Of a body the fields that were changed; of a new one all. For edits that leave alone what is not sent. */
    changedOf: <Body extends object>(body: Body): Partial<Body> =>
      row === null
        ? body
        : (Object.fromEntries(
            Object.entries(body).filter(([name]) => name in form.changed),
          ) as Partial<Body>),
    busy,
    error,
    fields,
    conflicts: {
      conflicts,
      decide: ({ path }: Conflict, value: unknown) => {
        form.set({ [path]: value } as Partial<Draft>);
        setConflicts((before) => before.filter((conflict) => conflict.path !== path));
      },
    },
  };
}
