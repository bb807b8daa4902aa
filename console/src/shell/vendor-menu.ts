import type { Declarations } from '../lib/declarations.js';
import { mayCall, type Session } from '../lib/session.js';
import type { IconName } from './icon.js';

export interface VendorMenuItem {
  label: string;
  to: string;
  /** The operation that the page cannot do without. */
  operation: string;
}

export interface VendorMenuGroup {
  label: string;
  icon: IconName;
  items: VendorMenuItem[];
}

const groups: VendorMenuGroup[] = [
  {
    label: 'Orders',
    icon: 'orders',
    items: [
      { label: 'Orders', to: '/vendor/orders', operation: 'getVendorOrders' },
      { label: 'Pickups', to: '/vendor/pickups', operation: 'getVendorPickups' },
      { label: 'Returns', to: '/vendor/return-requests', operation: 'getVendorReturnRequests' },
      { label: 'Invoices', to: '/vendor/invoices', operation: 'getVendorInvoices' },
      { label: 'Credit notes', to: '/vendor/credit-notes', operation: 'getVendorCreditNotes' },
    ],
  },
  {
    label: 'Products',
    icon: 'catalog',
    items: [
      { label: 'Products', to: '/vendor/products', operation: 'getVendorProducts' },
      { label: 'Inventory', to: '/vendor/inventory', operation: 'getVendorInventory' },
      { label: 'Imports', to: '/vendor/product-imports', operation: 'getVendorProductImports' },
      { label: 'Tax codes to correct', to: '/vendor/gst-gaps', operation: 'getVendorGstGaps' },
      { label: 'Barcodes and pictures', to: '/vendor/feed-gaps', operation: 'getVendorFeedGaps' },
      { label: 'Pictures', to: '/vendor/media', operation: 'getVendorMedia' },
      {
        label: 'Ask for a category',
        to: '/vendor/catalog/requests/categories',
        operation: 'getVendorCatalogRequestsByTaxonomy',
      },
    ],
  },
  {
    label: 'Shoppers',
    icon: 'people',
    items: [{ label: 'Reviews', to: '/vendor/reviews', operation: 'getVendorReviews' }],
  },
  {
    label: 'Money',
    icon: 'money',
    items: [
      { label: 'Balance and payouts', to: '/vendor/money', operation: 'getVendorBalance' },
      { label: 'Tax report', to: '/vendor/tax', operation: 'getVendorGstReturnsByMonth' },
      { label: 'Reports and exports', to: '/vendor/reports', operation: 'getVendorReports' },
    ],
  },
  {
    label: 'Shop',
    icon: 'settings',
    items: [
      { label: 'Profile', to: '/vendor/profile', operation: 'getVendorProfile' },
      { label: 'Page for shoppers', to: '/vendor/page', operation: 'getVendorPage' },
      { label: 'Shipping', to: '/vendor/shipping', operation: 'getVendorShippingConfig' },
      { label: 'Team', to: '/vendor/team', operation: 'getVendorProfile' },
      { label: 'Settings', to: '/vendor/settings', operation: 'getVendorSettings' },
      { label: 'Webhooks', to: '/vendor/webhooks', operation: 'getVendorWebhooks' },
    ],
  },
];

/** What somebody who works for a vendor may open, in the words of a seller. */
export function vendorMenu(declarations: Declarations, session: Session): VendorMenuGroup[] {
  return groups
    .map((group) => ({
      ...group,
      // The team is an organization of the library that signs people in: its members alone read it.
      items: group.items.filter(
        ({ operation, to }) =>
          mayCall(declarations.get(operation), session) && !(session.me.support && to === '/vendor/team'),
      ),
    }))
    .filter(({ items }) => items.length > 0);
}
