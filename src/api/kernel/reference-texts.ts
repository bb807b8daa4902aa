import type { Slug } from '#domain/slugs.js';

/** What holds for every operation; the first page that an integrator reads. */
export const referenceIntroduction = `The open platform on which multi-vendor marketplaces run their operations.

**Callers.** \`/store\` is for storefronts, \`/vendor\` for the active vendor of the session, \`/admin\` for the operator of the marketplace.
Send the token of a session as \`Authorization: Bearer …\`, or the session cookie from an allowed origin. Operations that name an API key
take one in the same header. What belongs to somebody else is 404, like what does not exist.

**Responses** are \`{ data, message, statusCode }\`; lists add \`metadata\` (\`total\`, \`limit\`, \`offset\`, \`hasMore\`). Errors are
\`{ data: null, message, statusCode, errorCode, reason }\`: branch on \`reason\`, which is unique and stable, and show \`message\`. A refused
input has \`errors\`, each with the \`path\` of the field and the rule that it breaks.

**Values.** Money is an integer in subunits (paise), beside its currency. Times are ISO 8601 instants in UTC. Ids are opaque strings.

**Lists** take \`limit\`, \`offset\`, \`sort\` and \`filters[]=field:operator:value\`; each operation names its fields. Add \`total=estimated\` where
an exact total is not needed.

**Retries.** Operations with an \`Idempotency-Key\` return the same response to the same key for 24 hours, also when the first response was
lost. 429 and 503 carry \`Retry-After\`; after 503 nothing was written.

**Long work** starts a workflow and returns at once: follow it by its own read or stream, and operators by \`/admin/jobs\`.`;

/** What each group of operations is about, in the words of the reference. */
export const tagTexts: Record<Slug, string> = {
  access: 'Roles, permissions and API keys of the operator’s staff.',
  accounts: 'The signed-in person: profile, active vendor, sessions.',
  analytics: 'The dashboard of the marketplace and of a vendor, and the live stream of paid orders.',
  audit: 'Who changed what, and when.',
  banners: 'Pictures with links that storefronts show, by place and platform.',
  'bought-together': 'Products that customers buy together, mined from orders.',
  campaigns: 'Mails to many customers: blocks, templates, broadcasts that can be paused and cancelled.',
  carts: 'Carts of guests and customers, each change with its quote, coupons included.',
  checkout: 'From a cart to an order, and the payment options.',
  'content-pages': 'Pages of text in a tree, with drafts, previews and publication.',
  discounts: 'Coupons: terms, targets, limits, archive, and why one does or does not apply.',
  'dynamic-links': 'Groups of links, such as menus and footers.',
  'dynamic-listings': 'Saved searches that storefronts show as lists of products.',
  engine: 'Encrypted payloads in readable form, for the web UI of the workflow engine.',
  events: 'Deliveries of events that wait or failed, and their repetition.',
  feeds: 'What both outbound catalog feeds share.',
  health: 'Whether the platform can work, for balancers and supervisors.',
  inventory: 'Stock of variants, adjustments, alerts, and customers who wait for stock.',
  invoices: 'GST invoices and credit notes: numbered, rendered, downloaded, by buyer, vendor and operator.',
  jobs: 'Runs of workflows: what each waits for, why it failed, and cancelling.',
  ledger: 'Entries and balance of a vendor: sales, commission, refunds, taxes withheld, payouts.',
  mail: 'Templates, deliveries, suppressed addresses, and the state of sending.',
  media: 'Uploaded pictures and files.',
  'merchant-feed': 'The outbound feed to a merchant account: connection, items, bootstrap.',
  orders: 'Orders of customers, the sub-orders of vendors, and their timelines.',
  payments: 'Payments, refunds, duplicate charges, and the webhooks of payment providers.',
  payouts: 'Runs that pay vendors, their bank files and statements.',
  'product-attributes': 'Attributes, their groups and values, and their assignment to products.',
  'product-imports': 'Products from a file: upload, progress, and a report row by row.',
  products: 'Products, variants, options, media and tabs, for vendors, operators and storefronts.',
  reference: 'This reference.',
  reports: 'Reports page by page, and exports as CSV or XLSX.',
  returns: 'Returns by customers and guests, from the request to the refund.',
  reviews: 'Reviews of products and their moderation.',
  search: 'Search, suggestions and facets for storefronts; index runs for operators.',
  settings: 'Settings of the platform and of vendors; secrets are masked.',
  shipping: 'Shipping charges, carrier accounts, shipments, labels and tracking.',
  'social-catalog': 'The outbound feed to a social catalog: connection, items, bootstrap.',
  sweeps: 'Routines that run on a schedule.',
  tax: 'Tax lines of the platform and of vendors.',
  taxonomy: 'Brands, categories, tags and ingredients, and the requests of vendors for them.',
  vendors: 'Vendors, their applications, profiles and members.',
};
