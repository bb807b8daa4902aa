import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.js';

const LIST = 'getVendorProductApprovals';

/** What waits of the products that are shown, or was rejected and not changed since, by product. */
export function useApprovalStates(
  products: readonly { id: string; updatedAt: string }[],
): ReadonlyMap<string, string> {
  const ids = products.map(({ id }) => id);
  const query = { limit: 100, 'filters[]': [`productId:in:${ids.join(',')}`, 'state:in:pending,rejected'] };
  const approvals = useQuery({
    queryKey: [LIST, query],
    queryFn: ({ signal }) => call(LIST, { query: query as never, signal }),
    enabled: ids.length > 0,
  });
  const states = new Map<string, string>();
  // The last submitted first.
  for (const { productId, state, decidedAt } of approvals.data?.data ?? []) {
    const updatedAt = products.find(({ id }) => id === productId)?.updatedAt ?? '';
    if (states.has(productId)) continue;
    if (state === 'pending') states.set(productId, 'pending approval');
    else if (decidedAt !== null && updatedAt <= decidedAt) states.set(productId, 'rejected');
  }
  return states;
}
