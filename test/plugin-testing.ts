/**
 * `haat/testing`: what the tests of a plugin are written with. `startShop()` starts the platform with the plugin in this
 * process, on its own database and engine namespace, its routes behind a client and, where a test asks, its
 * workers; the factories make what a shop has. The sandboxes of providers are reached as in the platform's own tests.
 */
export { createSession, createUser, grant, joinVendor, type TestSession } from './_support/accounts.js';
export {
  act,
  click,
  clickOn,
  fill,
  fillOn,
  see,
  startBrowser,
  type TestBrowser,
  type TestPage,
  visit,
} from './_support/browser.js';
export { eventually } from './_support/eventually.js';
export { type HttpClient } from './_support/http-client.js';
export {
  createBuyer,
  createConfirmedOrder,
  createSellableVariant,
  type TestBuyer,
  type TestOrder,
  type TestVariant,
} from './_support/orders.js';
export { type PlatformOptions, startPlatform, type TestPlatform } from './_support/platform.js';
export { createProduct, type TestProduct } from './_support/products.js';
export { startReplacedActivities, type ReplacedActivities } from './_support/replaced-activities.js';
export { data, placeOrder, readyCart, startShop, type TestShop } from './_support/shop.js';
export { inSimulatedTime, type SimulatedTime } from './_support/simulated-time.js';
export { createTestClock, type TestClock } from './_support/test-clock.js';
export { createVendor, createVendorSession, type TestVendor } from './_support/vendors.js';
export { createHeldOrder } from './shipping/held-order.js';
export { insertedRow, type PluginEntityFactories as EntityFactories } from './_support/entity-factory.js';
export { feedTargetContract, variantOnSale, type FeedUnderTest } from './feeds/feed-target-contract.js';
export { shippingProviderContract, type ProviderUnderTest } from './shipping/shipping-provider-contract.js';
export { commissionContract, shippingRateContract } from './checkout/pricing-contracts.js';
export { couponCase, discountConditionContract } from './discounts/discount-condition-contract.js';
export { mailerContract, type MailerUnderTest, type ReceivedMail } from './mail/mailer-contract.js';
export { orderNumbersContract } from './orders/order-numbers-contract.js';
export {
  paymentProviderContract,
  type PaymentProviderUnderTest,
  type SentWebhook,
} from './payments/payment-provider-contract.js';
export { payoutFileContract } from './payouts/payout-file-contract.js';
export {
  payoutProviderContract,
  type PayoutProviderUnderTest,
  type SentReport,
} from './payouts/payout-provider-contract.js';
export { reportContract, type ReportUnderTest } from './reports/report-contract.js';
export { storageContract, type StorageUnderTest } from './storage/storage-contract.js';
