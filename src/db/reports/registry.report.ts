import { type ExportLimits, exportLimits } from '#domain/reports/report-export.js';
import { pluginReports } from '#db/plugins.report.js';
import { withCustomFields } from './custom-field-columns-sql.js';
import { customersReport } from './customers.report.js';
import { discountsReport } from './discounts.report.js';
import { ordersReport } from './orders.report.js';
import type { ReportDefinition } from './report-sql.js';
import { settlementsReport } from './settlements.report.js';
import { taxReport } from './tax.report.js';
import { vendorOrdersReport } from './vendor-orders.report.js';
import { vendorProductsReport } from './vendor-products.report.js';
import { vendorsReport } from './vendors.report.js';

/** A report of the platform adds its line here. */
const platformReports: readonly ReportDefinition[] = [
  withCustomFields(ordersReport, { entity: 'order', audience: 'admin' }),
  discountsReport,
  withCustomFields(customersReport, {
    entity: 'user',
    audience: 'admin',
    // Guests are named by their addresses and have no account.
    id: `case when w.id like 'user%' then cast(substr(w.id, 6) as uuid) end`,
  }),
  withCustomFields(vendorsReport, { entity: 'vendor', audience: 'admin' }),
  taxReport,
  settlementsReport,
];

/** The reports of a vendor, which show rows of that vendor alone. */
const vendorReports: readonly ReportDefinition[] = [
  withCustomFields(vendorOrdersReport, {
    entity: 'order',
    audience: 'vendor',
    id: '(select s.order_id from orders_sub_orders s where s.id = w.id)',
  }),
  withCustomFields(
    withCustomFields(vendorProductsReport, {
      entity: 'product',
      audience: 'vendor',
      id: '(select v.product_id from products_variants v where v.id = w.id)',
    }),
    { entity: 'productVariant', audience: 'vendor' },
  ),
];

export type ReportAudience = 'platform' | 'vendor';

/** The reports that there are, and the bounds of their files. */
export interface ReportRegistry {
  list(audience: ReportAudience): readonly ReportDefinition[];
  find(audience: ReportAudience, key: string): ReportDefinition | undefined;
  /** Adds a report to this process. */
  add(audience: ReportAudience, report: ReportDefinition): void;
  limits: ExportLimits;
}

export function createReportRegistry(): ReportRegistry {
  const reports = {
    platform: [...platformReports, ...pluginReports.platform],
    vendor: [...vendorReports, ...pluginReports.vendor],
  };
  return {
    list: (audience) => reports[audience],
    find: (audience, key) => reports[audience].find((report) => report.key === key),
    add: (audience, report) => void reports[audience].push(report),
    limits: { ...exportLimits },
  };
}
