import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mediaSources } from '#db/media/media-references-sql.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

/** Columns that may hold a key and keep no image, with the reason. */
const keepsNone: Record<string, RegExp> = {
  'derived from rows that are listed':
    /^(search_docs_\w+|feeds_items|analytics_\w+|search_\w+|events_\w+)[.]/,
  'records the past':
    /^(audit_entries|outbox_events|idempotency_keys|content_revisions|shipping_events|shipping_pickup_scans|orders_timeline|payments_webhook_events|ledger_transactions)[.]/,
  'holds the state of a run, who began it, or an account elsewhere':
    /^(search_runs|reports_exports|product_imports\w*|payouts\w*|payments\w*|feeds_\w+|mail_queue_state|inventory_movements|shipping_shipments)[.]/,
  'frozen figures and addresses': /^(invoices\w*|orders|orders_discounts|discounts|carts|vendors\w*)[.]/,
  'an address': /^address_book_addresses[.]address$/,
  'taxes and discounts of a line': /^orders_lines[.](taxes|shipping_taxes|discounts)$/,
  'the rules of a broadcast and of a listing':
    /^(campaigns_broadcasts[.]audience|dynamic_listings[.]filters)$/,
  'shown beside the change that is listed': /^product_approvals[.](differences|proposed|reasons)$/,
  'the image itself': /^media_files[.]/,
  'who wrote it': /^(notes|personal_data_erasures|shipping_documents|shipping_pickups)[.]actor$/,
  'who asks for an act with money, who decides about it, and its amounts':
    /^access_money_approvals[.](asked_by|decided_by|input)$/,
  'what a process says of itself': /^health_processes[.](findings|roles)$/,
  'how far an erasure is': /^personal_data_erasures[.](blocked_by|tables_done)$/,
  'what was sent to others, as it was, or what they sent back':
    /^outbound_webhooks_(attempts|messages|endpoints)[.]/,
  'one word': /[.](label_key|storage_key|file_key|key)$/,
};

it('every column that may name an image is searched, or has a reason not to be', async () => {
  const { rows } = await platform.container.knex.raw<{ rows: { tableName: string; columnName: string }[] }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and (data_type in ('jsonb', 'ARRAY')
         or data_type = 'text' and column_name ~ '(image|thumbnail|logo|picture|banner|photo|icon|html|body|content|description|metadata)')
       and (data_type <> 'ARRAY' or udt_name = '_text')
     order by 1, 2`,
  );
  const searched = new Set(
    mediaSources.flatMap(({ from, texts }) => {
      const tables = Object.fromEntries(
        [...from.matchAll(/(?:^|join )(\w+) (\w)\b/g)].map(([, table, alias]) => [alias, table]),
      );
      return texts.map((text) =>
        text.replace(/^(\w)[.](\w+).*$/, (_, alias: string, column: string) => `${tables[alias]}.${column}`),
      );
    }),
  );
  const all = rows.map(({ tableName, columnName }) => `${tableName}.${columnName}`);
  const withoutReason = all.filter(
    (column) => !searched.has(column) && !Object.values(keepsNone).some((like) => like.test(column)),
  );
  expect(withoutReason).toEqual(plainTexts);
  // Every one that is searched exists.
  await Promise.all(
    mediaSources.map(({ from, texts }) =>
      platform.container.knex.raw(`select ${texts.join(', ')} from ${from} limit 0`),
    ),
  );
});

/** Words about a row, which nobody shows as HTML, and lists of words. */
const plainTexts = [
  'access_api_keys.allowed_addresses',
  'access_api_keys.permissions',
  'access_roles.description',
  'access_roles.permissions',
  'campaigns_topics.names',
  'content_pages.meta_description',
  'content_pages.og_description',
  'customer_groups.description',
  'customer_groups.rules',
  'plugins_installed.subscriptions',
  'plugins_installed.workflows',
  'products.meta_description',
  'reconciliation_items.decided_by',
  'reconciliation_movements.held',
  'reconciliation_settlement_lines.description',
  'store_credit_movements.actor',
  'tax_hsn_rates.description',
  'tax_rates.description',
  'vendor_pages.meta_description',
];
