import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Hits } from '../search/hits.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { type Filters, queryOf } from './listing-filters.js';

/** What applied filters find: how many products, and the first of them as a storefront orders them. */
export function ListingHits({ slug, filters }: { slug: string; filters: Filters }) {
  const query = { ...queryOf(filters), facets: 'false', limit: 24 };
  const found = useQuery({
    queryKey: ['getStoreDynamicProductListingsSlugBySlugProducts', slug, query],
    queryFn: ({ signal }) =>
      call('getStoreDynamicProductListingsSlugBySlugProducts', {
        path: { slug },
        query: query as never,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  if (found.isLoadingError) return <ErrorView error={found.error} retry={() => void found.refetch()} />;
  if (found.isPending) return <PageLoader />;
  return <Hits products={found.data.data.products} total={found.data.metadata?.total ?? 0} />;
}
