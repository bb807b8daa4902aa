import { useQueries } from '@tanstack/react-query';
import { callAny } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { queues } from './queues.js';

/** How many wait in each queue that the session may see. */
export function useQueueCounts(): Record<string, number | undefined> {
  const declarations = useDeclarations();
  const session = useSession();
  const shown = queues.filter(({ list }) => mayCall(declarations.get(list), session));
  const results = useQueries({
    queries: shown.map(({ list, params, query }) => ({
      queryKey: [list, 'waiting', params, query],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callAny(list, { path: params, query: { ...query, limit: 1 }, signal }),
      staleTime: 30_000,
    })),
  });
  return Object.fromEntries(
    shown.map(({ value }, index) => [value, results[index]?.data?.metadata?.['total'] as number | undefined]),
  );
}
