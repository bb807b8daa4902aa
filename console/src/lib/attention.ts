import { useQuery } from '@tanstack/react-query';
import { data } from './api.js';
import { useDeclarations } from './declarations.js';
import { mayCall, useSession } from './session.js';

const EVERY_MS = 30_000;

/** What waits for a person, kept fresh; one request for all who show it. With `wanted` false it is not asked for yet. */
export function useAttention(wanted = true) {
  const session = useSession();
  const may = mayCall(useDeclarations().get('getAdminAttention'), session);
  const waiting = useQuery({
    queryKey: ['getAdminAttention'],
    queryFn: ({ signal }) => data('getAdminAttention', { signal }),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    enabled: may && wanted,
  });
  return { may, waiting };
}
