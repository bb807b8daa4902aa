import { useState } from 'react';

/** Which rows of a list somebody has ticked; those that are no longer shown do not count. */
export function useSelection(shown: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = shown.filter((id) => ticked.has(id));
  return {
    chosen,
    has: (id: string) => ticked.has(id),
    all: shown.length > 0 && chosen.length === shown.length,
    some: chosen.length > 0,
    toggle: (id: string) =>
      setTicked((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    toggleAll: () => setTicked(chosen.length === shown.length ? new Set() : new Set(shown)),
    clear: () => setTicked(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
