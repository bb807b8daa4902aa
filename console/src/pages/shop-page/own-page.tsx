import { call } from '../../lib/api.js';
import { PageEditor, type PageSource } from './page-editor.js';

const source: PageSource = {
  key: ['getVendorPage'],
  read: (signal) => call('getVendorPage', { ...(signal && { signal }) }),
  save: (body, ifMatch) => call('patchVendorPage', { body, ...(ifMatch !== undefined && { ifMatch }) }),
  saving: 'patchVendorPage',
  upload: 'postVendorMedia',
};

/** The page of the active vendor, edited by its people. */
export const Page = () => <PageEditor source={source} />;
