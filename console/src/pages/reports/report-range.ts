import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useDeclarations } from '../../lib/declarations.js';
import { dayOf, startOfDay } from '../../lib/format.js';

const DAY = 86_400_000;

/** The span in days of the store and the filters of a report, as the address has them; by default the last 30 days. */
export function useReportRange() {
  const [params, setParams] = useSearchParams();
  const { store } = useDeclarations();
  const from = params.get('from') ?? dayOf(Date.now() - 29 * DAY, store);
  const to = params.get('to') ?? dayOf(Date.now(), store);
  const filterText = params.get('filters') ?? '';
  const query = useMemo(() => {
    const next: Record<string, string> = {
      from: startOfDay(from, store),
      // The last day is part of the span; the API takes its end as exclusive.
      to: startOfDay(new Date(Date.parse(`${to}T00:00:00Z`) + DAY).toISOString().slice(0, 10), store),
    };
    if (filterText) next['filters'] = filterText;
    return next;
  }, [from, to, filterText, store]);
  const change = (values: Record<string, string | null>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, value] of Object.entries(values)) {
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return { from, to, filters: parse(filterText), query, change };
}

function parse(text: string): Record<string, string> {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return {};
  }
}
