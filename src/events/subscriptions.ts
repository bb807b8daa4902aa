import { campaignsSubscriptions } from './campaigns.subscriptions.js';
import { feedsSubscriptions } from './feeds.subscriptions.js';
import { inventorySubscriptions } from './inventory.subscriptions.js';
import { invoicesSubscriptions } from './invoices.subscriptions.js';
import { mailSubscriptions } from './mail.subscriptions.js';
import { ordersSubscriptions } from './orders.subscriptions.js';
import { paymentsSubscriptions } from './payments.subscriptions.js';
import { payoutsSubscriptions } from './payouts.subscriptions.js';
import { productImportsSubscriptions } from './product-imports.subscriptions.js';
import { returnsSubscriptions } from './returns.subscriptions.js';
import { searchSubscriptions } from './search.subscriptions.js';
import { reportsSubscriptions } from './reports.subscriptions.js';
import { shippingSubscriptions } from './shipping.subscriptions.js';
import type { Subscription } from './subscription.js';

/** Which subscriptions each event reaches; a feature adds its table, `<slug>.subscriptions.ts`, here. */
export const subscriptions: readonly Subscription[] = [
  ...campaignsSubscriptions,
  ...feedsSubscriptions,
  ...inventorySubscriptions,
  ...invoicesSubscriptions,
  ...mailSubscriptions,
  ...ordersSubscriptions,
  ...paymentsSubscriptions,
  ...payoutsSubscriptions,
  ...productImportsSubscriptions,
  ...returnsSubscriptions,
  ...searchSubscriptions,
  ...reportsSubscriptions,
  ...shippingSubscriptions,
];
