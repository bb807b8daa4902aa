import { useQuery } from '@tanstack/react-query';
import type { OperationId } from 'haat-client';
import { callAny } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';

/** How many rows a list has with these filters; undefined while it is not known, and where the session may not list it. */
export function useCount(list: OperationId, filters: readonly string[]): number | undefined {
  const session = useSession();
  const operation = useDeclarations().get(list);
  const query = { limit: 1, ...(filters.length > 0 && { 'filters[]': filters }) };
  const result = useQuery({
    queryKey: [list, 'count', filters],
    queryFn: ({ signal }) => callAny(list, { query, signal }),
    enabled: mayCall(operation, session),
    refetchInterval: 60_000,
    staleTime: 10_000,
  });
  return result.data?.metadata?.['total'] as number | undefined;
}
