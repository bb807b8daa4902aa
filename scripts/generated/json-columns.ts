/**
 * What the code keeps in columns of JSON, which the database does not know: a type, and the module of `#domain` that has it.
 * A column that is missing here is read as `unknown`.
 */
const actor = { type: 'Actor', from: '_shared/context' };
const metadata = { type: 'Metadata', from: '_shared/json' };
const address = { type: 'Address', from: '_shared/address' };
const blocks = { type: 'CampaignBlock[]', from: 'campaigns/campaign-blocks' };
const of = (type: string, from: string) => ({ type, from });

export const jsonColumns: Record<string, { type: string; from: string }> = {
  ...Object.fromEntries(
    [
      'inventory_movements',
      'ledger_transactions',
      'orders_timeline',
      'outbox_events',
      'payments_refunds',
      'payouts',
      'payouts_runs',
      'product_imports',
      'reports_exports',
      'search_runs',
      'shipping_shipments',
    ].map((table) => [`${table}.actor`, actor]),
  ),
  'access_money_approvals.asked_by': actor,
  'access_money_approvals.decided_by': actor,
  'payouts_accounts.changed_by': actor,
  'payouts_transfers.created_by': actor,
  'payouts_transfers.approved_by': actor,
  ...Object.fromEntries(
    [
      'banners',
      'content_pages',
      'dynamic_links',
      'dynamic_links_groups',
      'dynamic_listings',
      'dynamic_listings_groups',
      'taxonomy_brands',
      'taxonomy_categories',
      'taxonomy_ingredients',
      'taxonomy_requests',
      'taxonomy_tags',
    ].map((table) => [`${table}.metadata`, metadata]),
  ),
  'campaigns_broadcasts.audience': of('Audience', 'campaigns/broadcast'),
  'campaigns_broadcasts.blocks': blocks,
  'campaigns_templates.blocks': blocks,
  'carts.billing_address': address,
  'carts.shipping_address': address,
  'content_pages.schema': metadata,
  ...Object.fromEntries(
    ['variants', 'categories', 'brands', 'tags', 'ingredients', 'vendors'].map((column) => [
      `discounts.${column}`,
      of(`DiscountTargets['${column}']`, 'discounts/discount'),
    ]),
  ),
  'discounts.offer': of('OfferTerms', 'discounts/offer'),
  'dynamic_listings.filters': of(`DynamicListing['filters']`, 'dynamic-listings/dynamic-listing'),
  'invoices.snapshot': of('InvoiceSnapshot', 'invoices/invoice-snapshot'),
  'invoices_commission.snapshot': of('CommissionSnapshot', 'invoices/commission-invoice'),
  'invoices_challans.snapshot': of('ChallanSnapshot', 'invoices/challan'),
  'invoices_credit_notes.snapshot': of('CreditNoteSnapshot', 'invoices/credit-note-snapshot'),
  'orders.billing_address': address,
  'orders.shipping_address': address,
  'orders_discounts.terms': of('DiscountTerms', 'discounts/discount'),
  'payments.action': of('PaymentAction', 'payments/payment'),
  'payments.provider_data': of('ProviderData', 'payments/payment'),
  'payments_refund_lines.taxes': of('LineTax[]', 'checkout/line-taxes'),
  'vendors.address': address,
  'vendors_applications.address': address,
};
