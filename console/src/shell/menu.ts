import type { Declarations, OperationEntry } from '../lib/declarations.js';
import { mayCall, type Session } from '../lib/session.js';
import type { IconName } from './icon.js';

export interface MenuItem {
  label: string;
  to: string;
}

export interface MenuGroup {
  label: string;
  icon: IconName;
  items: MenuItem[];
}

/** Which group of the menu the lists of a feature stand in; features that are not named stand under "More". */
const groups: { label: string; icon: IconName; slugs: string[] }[] = [
  { label: 'Orders', icon: 'orders', slugs: ['orders', 'returns', 'shipping', 'notes'] },
  {
    label: 'Money',
    icon: 'money',
    slugs: ['payments', 'payouts', 'reconciliation', 'store-credit', 'ledger', 'invoices', 'tax'],
  },
  {
    label: 'Catalog',
    icon: 'catalog',
    slugs: [
      'products',
      'product-approvals',
      'taxonomy',
      'product-attributes',
      'inventory',
      'product-imports',
      'reviews',
      'search',
      'bought-together',
    ],
  },
  {
    label: 'People',
    icon: 'people',
    slugs: ['accounts', 'customer-groups', 'vendors', 'personal-data', 'access', 'audit'],
  },
  {
    label: 'Content',
    icon: 'content',
    slugs: ['banners', 'content-pages', 'dynamic-links', 'dynamic-listings', 'discounts', 'media'],
  },
  { label: 'Messages', icon: 'mail', slugs: ['mail', 'campaigns', 'abandoned-carts'] },
  { label: 'Reports', icon: 'reports', slugs: ['reports', 'analytics'] },
  {
    label: 'Operations',
    icon: 'settings',
    slugs: ['jobs', 'outbound-webhooks', 'events', 'merchant-feed', 'social-catalog', 'feeds', 'settings'],
  },
];

/** Lists that hand-made pages show, by the addresses of these. */
export const handMade: Record<string, MenuItem> = {
  getAdminOrders: { label: 'Orders', to: '/admin/orders' },
  getAdminCustomers: { label: 'Customers', to: '/admin/customers' },
  getAdminProducts: { label: 'Products', to: '/admin/products' },
  getAdminJobs: { label: 'Jobs', to: '/jobs' },
  getAdminSchedules: { label: 'Schedules', to: '/jobs?tab=schedules' },
  getAdminRefunds: { label: 'Refunds', to: '/money' },
  getAdminReturnRequests: { label: 'Returns', to: '/money?tab=returns' },
  getAdminPayouts: { label: 'Payouts', to: '/money?tab=payouts' },
  getAdminPayoutAccounts: { label: 'Bank details', to: '/money?tab=accounts' },
  getAdminStoreCreditAccounts: { label: 'Store credit', to: '/money?tab=credit' },
  getAdminMoneyApprovals: { label: 'Money to approve', to: '/money?tab=approvals' },
  getAdminSettlements: { label: 'Settlements', to: '/money?tab=settlements' },
  getAdminDisputes: { label: 'Disputes', to: '/money?tab=disputes' },
  getAdminUnmatchedMoney: { label: 'Unmatched', to: '/money?tab=unmatched' },
  getAdminLedger: { label: 'Ledger', to: '/money?tab=ledger' },
  getAdminCommissionInvoices: { label: 'Commission invoices', to: '/money?tab=commission' },
  getAdminReports: { label: 'Reports', to: '/reports' },
  getAdminReportExports: { label: 'Exports', to: '/reports?tab=exports' },
  getAdminSettings: { label: 'Settings', to: '/settings' },
  getAdminSearchQueries: { label: 'Try a search', to: '/search' },
  getAdminSearchMissedQueries: { label: 'Missed searches', to: '/search?tab=queries' },
  getAdminInvoices: { label: 'Invoices', to: '/admin/invoices' },
  getAdminTaxHsnRates: { label: 'GST rates', to: '/admin/tax/hsn-rates' },
  getAdminInvoicesProblems: { label: 'Invoice failures', to: '/admin/invoices?tab=problems' },
  getAdminCreditNotes: { label: 'Credit notes', to: '/admin/invoices?tab=credit-notes' },
  getAdminRoles: { label: 'Roles', to: '/admin/roles' },
  getAdminApiKeys: { label: 'API keys', to: '/admin/api-keys' },
  getAdminWebhooks: { label: 'Webhooks', to: '/admin/webhooks' },
  getAdminAudit: { label: 'Audit log', to: '/admin/audit' },
  getAdminProductAttributeGroups: { label: 'Attribute groups', to: '/admin/product-attributes?tab=groups' },
  getAdminDynamicProductListings: { label: 'Product listings', to: '/admin/dynamic-product-listing-groups' },
  getAdminEmailSuppressions: { label: 'Suppressed addresses', to: '/admin/email/deliveries?tab=suppressed' },
  getAdminCampaignsTemplates: {
    label: 'Campaign templates',
    to: '/admin/campaigns/broadcasts?tab=templates',
  },
  getAdminCampaignsTopics: { label: 'Campaign topics', to: '/admin/campaigns/broadcasts?tab=topics' },
  getAdminAbandonedCartsStatistics: { label: 'Abandoned carts', to: '/admin/abandoned-carts' },
  getAdminPaymentCheckoutOptions: { label: 'Payment options', to: '/admin/payment/gateways' },
  getAdminShippingCarrierActiveCouriers: { label: 'Carrier', to: '/admin/shipping/carrier' },
};

/** Lists that stand with those of another feature. */
const placedWith: Record<string, string> = { getAdminMoneyApprovals: 'payouts' };

/** Lists whose summaries are sentences, in the words of a menu. */
const labels: Record<string, string> = {
  getAdminPaymentGateways: 'Payment options',
  getAdminProductAttributes: 'Attributes',
  getAdminProductApprovals: 'Product approvals',
  getAdminFbtPairs: 'Bought together',
  getAdminDynamicLinkGroups: 'Links',
  getAdminDynamicProductListingGroups: 'Product listings',
  getAdminEmailDeliveries: 'Mails',
  getAdminCampaignsBroadcasts: 'Campaigns',
  getAdminGstGaps: 'Wrong tax codes',
  getAdminMerchantFeedDataSources: 'Merchant feed: sources',
  getAdminMerchantFeedErrors: 'Merchant feed: refused',
  getAdminMerchantFeedItems: 'Merchant feed: items',
  getAdminSocialCatalogBusinesses: 'Social catalog: businesses',
  getAdminSocialCatalogItems: 'Social catalog: items',
  getAdminSettings: 'Settings',
  getAdminCatalogRequestsByTaxonomy: 'Catalog requests',
  getAdminNotes: 'Internal notes',
  getAdminPersonalDataErasures: 'Personal data',
  getAdminMedia: 'Images',
  getAdminWebhookEvents: 'Webhook events',
};

/** The address of an operation's page: its path. */
export const addressOf = (operation: OperationEntry): string => handMade[operation.id]?.to ?? operation.path;

/** `List vendor applications` is `Vendor applications`. */
export function listTitle(operation: OperationEntry): string {
  const known = handMade[operation.id]?.label ?? labels[operation.id];
  if (known) return known;
  const words = operation.summary
    .replace(/^List (the )?/, '')
    .replace(
      / (of the active vendor|of any vendor|of all \S+|of an? \S+|of the operator|by state, age and provider)( with .*)?$/,
      '',
    );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `Get the status of an order’s invoices` is `Status of an order’s invoices`. */
export function readTitle({ summary }: OperationEntry): string {
  return summary.replace(/^Get (an? |the )?/, '').replace(/^./, (first) => first.toUpperCase());
}

/** Ctrl-K is the place of the quick search; the figures of topics stand beside them. */
const elsewhere = ['getAdminQuickSearch', 'getAdminCampaignsTopicsStatistics'];

/** A list that stands in the menu: one whose address needs nothing but a choice among a few words. */
export function inMenu({ id, params }: OperationEntry): boolean {
  return !elsewhere.includes(id) && params.every(({ values }) => values !== undefined);
}

/** Pages of the menu that show no list. */
const figures = ['getAdminAbandonedCartsStatistics', 'getAdminTaxHsnRates'];

/** The address with the first of each choice. */
export function firstAddress(operation: OperationEntry): string {
  return operation.params.reduce(
    (path, { name, values }) => path.replace(`{${name}}`, values?.[0] ?? ''),
    addressOf(operation),
  );
}

/** What the session may list, by groups. */
export function menuOf(
  declarations: Declarations,
  session: Session,
  audience: 'admin' | 'vendor',
): MenuGroup[] {
  const lists = declarations.index.operations.filter(
    (item) =>
      item.audience === audience &&
      (figures.includes(item.id) || (item.list && inMenu(item))) &&
      mayCall(item, session),
  );
  const named = new Set(groups.flatMap(({ slugs }) => slugs));
  const more = {
    label: 'More',
    icon: 'more' as const,
    slugs: [...new Set(lists.map(({ slug }) => slug))].filter((slug) => !named.has(slug)),
  };
  return [...groups, more]
    .map(({ label, icon, slugs }) => ({
      label,
      icon,
      items: lists
        .filter(({ id, slug }) => slugs.includes(placedWith[id] ?? slug))
        .sort(
          (first, second) =>
            Number(second.id in handMade) - Number(first.id in handMade) ||
            slugs.indexOf(first.slug) - slugs.indexOf(second.slug),
        )
        .map((item) => ({ label: listTitle(item), to: firstAddress(item) }))
        // One page may show several lists.
        .filter(({ to }, index, all) => all.findIndex((item) => item.to === to) === index),
    }))
    .filter(({ items }) => items.length > 0);
}
