import { data } from '../../lib/api.js';
import { PageEditor, type PageSource } from './page-editor.js';

const source: PageSource = {
  key: ['getVendorPage'],
  read: (signal) => data('getVendorPage', { ...(signal && { signal }) }),
  save: (body, edit) => data('patchVendorPage', { body, ...edit }),
  saving: 'patchVendorPage',
  upload: 'postVendorMedia',
};

/** The page of the active vendor, edited by its people. */
export const Page = () => <PageEditor source={source} />;
