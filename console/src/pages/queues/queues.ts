/** What waits for a decision, and what decides it. */
export interface Queue {
  value: string;
  label: string;
  list: string;
  query: Record<string, unknown>;
  params?: Record<string, string>;
  approve: string;
  reject: string;
  /** A further verdict. */
  other?: { operation: string; label: string };
  /** What an approval does. */
  effect: string;
  empty: string;
}

const pending = { 'filters[]': ['status:eq:pending'] };

const requests = (taxonomy: string, label: string): Queue => ({
  value: taxonomy,
  label,
  list: 'getAdminCatalogRequestsByTaxonomy',
  params: { taxonomy },
  query: pending,
  approve: 'postAdminCatalogRequestsByTaxonomyByIdApprove',
  reject: 'postAdminCatalogRequestsByTaxonomyByIdReject',
  effect: 'The entry is created, and every vendor can use it.',
  empty: 'No request waits. Vendors ask here for what the catalog lacks.',
});

export const queues: readonly Queue[] = [
  {
    value: 'applications',
    label: 'Vendor applications',
    list: 'getAdminVendorApplications',
    query: pending,
    approve: 'postAdminVendorApplicationsByIdApprove',
    reject: 'postAdminVendorApplicationsByIdReject',
    effect: 'The vendor is opened, and the applicant becomes its owner.',
    empty: 'No application waits. New applications appear here.',
  },
  {
    value: 'reviews',
    label: 'Reviews',
    list: 'getAdminReviews',
    query: pending,
    approve: 'postAdminReviewsByIdApprove',
    reject: 'postAdminReviewsByIdReject',
    other: { operation: 'postAdminReviewsByIdSpam', label: 'Spam' },
    effect: 'The review stands on the page of the product and counts in its rating.',
    empty: 'No review waits. Reviews that buyers write appear here first.',
  },
  requests('categories', 'Categories'),
  requests('brands', 'Brands'),
  requests('tags', 'Tags'),
  requests('ingredients', 'Ingredients'),
];
