import type { AttentionKind } from '#db/kernel/attention-kind.js';
import { commissionSettings } from '#domain/invoices/commission.settings.js';
import { ledgerSettings } from '#domain/ledger/ledger.settings.js';
import { serialSeries } from '#domain/invoices/serial-prefixes.js';

/** Names of ours, written into the statement. */
const prefixKeys = serialSeries
  .flat()
  .map(({ setting }) => `'${setting.key}'`)
  .join(', ');

export const invoicesAttention: readonly AttentionKind[] = [
  {
    kind: 'failedInvoices',
    title: 'Failed invoices',
    remedy: 'Correct what the reason names, then request the invoice again: its number stays.',
    failed: true,
    permission: 'invoice:view',
    link: '/admin/orders',
    sql: `select i.id::text, o.order_number as title, coalesce(i.error, i.issue_problem) as reason, i.updated_at as at,
            '/admin/orders/' || i.order_id as link
          from invoices i join orders o on o.id = i.order_id
          where i.status = 'failed' order by i.updated_at desc`,
  },
  {
    kind: 'commissionGst',
    title: 'GST on commission is not decided',
    remedy:
      'Say from which day commission carries GST, or that none is due: until then its invoices are no tax invoices.',
    failed: false,
    permission: 'adminSetting:update',
    link: '/admin/settings',
    sql: `select s.key as id, s.value #>> '{}' as title, 'The operator has a GSTIN, and ledger.commission_gst_from is empty' as reason, s.updated_at as at, '/admin/settings' as link
          from settings_values s
          where s.vendor_id is null and s.key = '${commissionSettings.gstin.key}' and s.value #>> '{}' <> ''
            and not exists (select from settings_values f where f.vendor_id is null
              and f.key = '${ledgerSettings.commissionGstFrom.key}' and f.value #>> '{}' <> '')`,
  },
  {
    kind: 'tcsRegistrations',
    title: 'States without a registration for tax at source',
    remedy:
      'Enter the registration in operator.tcs_gstins: until then the supplies are reported by operator.gstin.',
    failed: false,
    permission: 'adminSetting:update',
    link: '/admin/settings',
    sql: `select left(x.supplier_gstin, 2) as id, left(x.supplier_gstin, 2) as title, 'Tax is collected from suppliers of this state' as reason,
            max(x.posted_at) as at, '/admin/settings' as link
          from ledger_tcs_supplies x where x.posted_at > now() - interval '31 days' and not coalesce((
            select s.value ? left(x.supplier_gstin, 2) from settings_values s
            where s.vendor_id is null and s.key = '${commissionSettings.tcsGstins.key}'), false)
          group by left(x.supplier_gstin, 2) order by max(x.posted_at) desc`,
  },
  {
    kind: 'seriesPrefixes',
    title: 'Prefixes of series that begin with 0',
    remedy:
      'Choose another prefix with the next financial year: a number that begins with 0 is refused for e-invoices.',
    failed: false,
    permission: 'adminSetting:update',
    link: '/admin/settings',
    sql: `select s.key as id, s.value #>> '{}' as title, s.key as reason, s.updated_at as at, '/admin/settings' as link
          from settings_values s
          where s.vendor_id is null and s.key in (${prefixKeys}) and s.value #>> '{}' like '0%' order by s.updated_at desc`,
  },
];
