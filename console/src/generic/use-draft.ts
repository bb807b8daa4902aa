import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLeaveGuard } from './leave-guard.js';

/** What a form holds beside what is saved. Leaving it unsaved asks; a save that fails keeps what was typed. */
export function useDraft<T extends object>(loaded: T) {
  const [base, setBase] = useState(loaded);
  const [draft, setDraft] = useState(loaded);
  const changed = Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof T]),
    ),
  ) as Partial<T>;
  const dirty = Object.keys(changed).length > 0;
  useLeaveGuard(dirty);
  return {
    draft,
    base,
    /** The fields that differ from what is saved. */
    changed,
    dirty,
    set: (fields: Partial<T>) => setDraft((before) => ({ ...before, ...fields })),
    /** The same from what the draft is by then, for what ends later. */
    change: (update: (before: T) => Partial<T>) => setDraft((before) => ({ ...before, ...update(before) })),
    discard: () => setDraft(base),
    /** What somebody else has saved meanwhile, and what is typed on top of it. */
    rebase: (next: T, typed: T) => {
      setBase(next);
      setDraft(typed);
    },
    /** What is saved from now on; at once, so that leaving right after it asks nothing. */
    saved: (next: T) =>
      flushSync(() => {
        setBase(next);
        setDraft(next);
      }),
  };
}

/** The name, value and message of a text field of a draft. */
export function textField<T extends object>(
  { draft, set }: { draft: T; set: (fields: Partial<T>) => void },
  fields: Record<string, string>,
  name: keyof T & string,
) {
  const value = draft[name] as string | null;
  return {
    name,
    'data-field': name,
    value: value ?? '',
    error: fields[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value } as Partial<T>),
  };
}
