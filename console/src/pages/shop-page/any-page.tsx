import { useMemo } from 'react';
import { useParams } from 'react-router';
import { data } from '../../lib/api.js';
import { PageEditor, type PageSource } from './page-editor.js';

/** The page of any vendor, and its address in the shop, edited by operators. */
export function Page() {
  const { vendorId = '' } = useParams();
  const source = useMemo((): PageSource => {
    const path = { vendorId };
    return {
      key: ['getAdminVendorsByVendorIdPage', vendorId],
      read: (signal) => data('getAdminVendorsByVendorIdPage', { path, ...(signal && { signal }) }),
      save: (body, edit) => data('patchAdminVendorsByVendorIdPage', { path, body, ...edit }),
      saving: 'patchAdminVendorsByVendorIdPage',
      upload: 'postAdminMedia',
      back: { to: `/admin/vendors/${vendorId}`, text: 'The vendor' },
    };
  }, [vendorId]);
  return <PageEditor key={vendorId} source={source} />;
}
