import { instant, uuid } from '#domain/_shared/columns.js';
import { vendorPageFieldsColumns } from '#domain/vendor-pages/vendor-page.js';

/** The columns of the tables of this feature. */
export const vendorPagesTables = {
  vendor_pages: { ...vendorPageFieldsColumns, vendorId: uuid, createdAt: instant, updatedAt: instant },
  vendor_pages_digests: { userId: uuid, sentAt: instant },
  vendor_pages_follows: { userId: uuid, vendorId: uuid, createdAt: instant },
};
