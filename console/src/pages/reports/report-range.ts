import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

const DAY = 86_400_000;
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The span and filters of a report, as the address has them; by default the last 30 days. */
export function useReportRange() {
  const [params, setParams] = useSearchParams();
  const from = params.get('from') ?? day(Date.now() - 29 * DAY);
  const to = params.get('to') ?? day(Date.now());
  const filterText = params.get('filters') ?? '';
  const query = useMemo(() => {
    const next: Record<string, string> = {
      from: `${from}T00:00:00.000Z`,
      // The last day is part of the span; the API takes its end as exclusive.
      to: new Date(new Date(`${to}T00:00:00.000Z`).getTime() + DAY).toISOString(),
    };
    if (filterText) next['filters'] = filterText;
    return next;
  }, [from, to, filterText]);
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
