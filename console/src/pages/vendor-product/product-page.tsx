import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { draftOf, emptyDraft } from './draft.js';
import { ProductEditor } from './product-editor.js';

/** One product, on one page, with one save. */
export function Page() {
  const { productId } = useParams();
  if (productId === undefined)
    return <ProductEditor key="new" loaded={emptyDraft()} etag={null} updatedAt={null} productId={null} />;
  return <Stored key={productId} productId={productId} />;
}

function Stored({ productId }: { productId: string }) {
  const product = useQuery({
    queryKey: ['getVendorProductsByProductIdDetail', productId],
    queryFn: ({ signal }) => call('getVendorProductsByProductIdDetail', { path: { productId }, signal }),
    // What the form holds is compared with what was loaded: reading again is the save's, by its ETag.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (product.isLoadingError) return <ErrorView error={product.error} retry={() => void product.refetch()} />;
  if (product.isPending) return <PageLoader />;
  return (
    <ProductEditor
      key={productId}
      productId={productId}
      loaded={draftOf(product.data.data)}
      etag={product.data.etag ?? null}
      updatedAt={product.data.data.updatedAt}
    />
  );
}
