import { accountsSchedules } from '#workflows/accounts/accounts.schedules.js';
import { analyticsSchedules } from '#workflows/analytics/analytics.schedules.js';
import { boughtTogetherSchedules } from '#workflows/bought-together/bought-together.schedules.js';
import { campaignsSchedules } from '#workflows/campaigns/campaigns.schedules.js';
import { eventsSchedules } from '#workflows/events/events.schedules.js';
import { inventorySchedules } from '#workflows/inventory/inventory.schedules.js';
import { invoicesSchedules } from '#workflows/invoices/invoices.schedules.js';
import { mailSchedules } from '#workflows/mail/mail.schedules.js';
import { feedsSchedules } from '#workflows/feeds/feeds.schedules.js';
import { paymentsSchedules } from '#workflows/payments/payments.schedules.js';
import { productImportsSchedules } from '#workflows/product-imports/product-imports.schedules.js';
import { productsSchedules } from '#workflows/products/products.schedules.js';
import { reportsSchedules } from '#workflows/reports/reports.schedules.js';
import { searchSchedules } from '#workflows/search/search.schedules.js';
import { shippingSchedules } from '#workflows/shipping/shipping.schedules.js';
import type { Schedule } from '#workflows/_shared/schedule.js';

/** Everything that runs by the clock; a feature adds its table, `<slug>.schedules.ts`, here. */
export const schedules: readonly Schedule[] = [
  ...accountsSchedules,
  ...analyticsSchedules,
  ...boughtTogetherSchedules,
  ...campaignsSchedules,
  ...eventsSchedules,
  ...inventorySchedules,
  ...invoicesSchedules,
  ...mailSchedules,
  ...feedsSchedules,
  ...paymentsSchedules,
  ...productImportsSchedules,
  ...productsSchedules,
  ...reportsSchedules,
  ...searchSchedules,
  ...shippingSchedules,
];
