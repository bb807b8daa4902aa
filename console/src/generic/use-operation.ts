import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type AnyInput, callAny } from '../lib/api.js';

/** The response of an operation that the declarations name, and the types of the client do not: one of a plugin. */
export function useOperation<Data>(
  id: string,
  { path, query }: Pick<AnyInput, 'path' | 'query'> = {},
): UseQueryResult<Data> {
  return useQuery({
    queryKey: [id, path, query],
    queryFn: async ({ signal }) => (await callAny(id, { path, query, signal })).data as Data,
  });
}
