/**
 * `haat/plugin`: all that a plugin sees of the platform. What is not here is internal and changes without notice;
 * `docs/plugins.md` explains it, and a test holds this surface to a snapshot. Nothing here leads to the lists of
 * features, which plugins are part of.
 */
export { z, type ZodType } from 'zod';
export * from '#plugin-feeds.js';
export * from '#plugin-workflows.js';

// Declarations
export { defineFeature, type Feature } from '#domain/_shared/feature.js';
export type { Environment } from '#domain/_shared/haat-config.js';
export type { Permission } from '#domain/_shared/permission.js';
export { type CustomField, type CustomFields, defineCustomFields } from '#domain/_shared/custom-field.js';
export { SECURE_SETTINGS, setting, type Setting } from '#domain/_shared/setting.js';
export { systemContext } from '#domain/_shared/context.js';
export { platformErrors } from '#domain/_shared/platform.errors.js';

// Events of the platform that plugins subscribe to
export { campaignsEvents } from '#domain/campaigns/campaigns.events.js';
export { inventoryEvents } from '#domain/inventory/inventory.events.js';
export { invoicesEvents } from '#domain/invoices/invoices.events.js';
export { ordersEvents } from '#domain/orders/orders.events.js';
export { paymentsEvents } from '#domain/payments/payments.events.js';
export { productsEvents } from '#domain/products/products.events.js';
export { returnsEvents } from '#domain/returns/returns.events.js';
export { shippingEvents } from '#domain/shipping/shipping.events.js';

// Routes
export type { ColumnSchemas } from '#api/kernel/column-schemas.js';
export { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
export { pageReply, Redirect, Reply } from '#api/kernel/reply.js';
export { requireUser } from '#api/kernel/require.js';
export { type Route, route, routeOf, routesOfPlugin as routes } from '#api/kernel/route.js';
export {
  emailSchema,
  idOf,
  idSchema,
  instantInputSchema,
  instantSchema,
  iso,
  jsonValueSchema,
  longTextSchema,
  moneySchema,
  textSchema,
} from '#api/kernel/values.js';
export type { ListQuery, Page } from '#domain/_shared/list-query.js';

// Webhooks
export {
  type AdminAudience,
  type VendorAudience,
  vendorOfPayload,
  type WebhookEvent,
  webhookEvent,
  type WebhookReader,
} from '#operations/outbound-webhooks/webhook-event.js';

// Data
export {
  boolean,
  type Columns,
  instant,
  integer,
  jsonOf,
  namesOf,
  nullable,
  number,
  type RowOf,
  text,
  textOf,
  texts,
  uuid,
  uuids,
} from '#domain/_shared/columns.js';
export { changedFields, fieldsBefore } from '#lib/changed-fields.js';
export { crudRepository } from '#db/kernel/crud-repository.js';
export { expectRow } from '#db/kernel/expect-row.js';
export { createDerivedRows } from '#db/kernel/derived-rows.js';
export { execute, query } from '#db/kernel/query.js';
export type { Knex } from '#db/kernel/knex.js';
export { listPage } from '#db/kernel/list-page.js';
export type { Reader, Tx, UnitOfWork } from '#db/kernel/unit-of-work.js';
export type { OrderView } from '#db/orders/order.query.js';
export type { ReportArguments, ReportDefinition } from '#db/reports/report-sql.js';
export type { SubOrderDetails } from '#db/plugins/sub-order.query.js';
export { isCountryCode } from '#domain/_shared/countries.js';
export { awaitSettled } from '#db/kernel/await-settled.js';
export { newId } from '#lib/ids.js';

// Work in the background
export {
  drain,
  each,
  fanOutRows,
  type DrainSubscription,
  type EachSubscription,
  type EngineAction,
  type Subscription,
} from '#events/subscription.js';
export type { FeatureActivities } from '#activities/_shared/feature-activities.js';
export type { DrainHandler, DrainPass } from '#activities/events/events.activities.js';
export { schedule, type Schedule } from '#workflows/_shared/schedule.js';

// Hooks and ports
export type {
  HookCall,
  OrderAboutToBePlaced,
  OrderJustPlaced,
  PlaceOrderHooks,
} from '#operations/plugins/place-order-hooks.js';
export type {
  OrderNumbers,
  PayoutFile,
  PluginPorts,
  PortsPlatform,
} from '#operations/plugins/plugin-ports.js';
export type { CommissionInput, ShippingRateInput } from '#domain/checkout/pricing-rules.js';
export type { CouponCase, DiscountCondition } from '#domain/discounts/coupon-details.js';
export type { MailAddress, Mailer, OutgoingMail } from '#integrations/mail/mailer.js';
export { MailRefusedError, MailUnavailableError, MailUnclearError } from '#integrations/mail/mail-errors.js';
export type {
  CreateOutcome,
  ListedAccount,
  ShippedParcel,
  ShippingClient,
  ShippingProvider,
  TrackingReport,
  VoidOutcome,
} from '#integrations/shipping/shipping-provider.js';
export type { CarrierConfig } from '#domain/shipping/carrier-config.js';
export type { CarrierOrderSource } from '#domain/shipping/carrier-order.js';
export type { CarrierScan } from '#domain/shipping/carrier-scan.js';
export { type NormalizedStatus, normalizedStatuses } from '#domain/shipping/carrier-status.js';
export type { Storage } from '#integrations/storage/storage.js';
export type { Commerce, CouponToIssue } from '#operations/plugins/commerce.js';
export type { PluginPlatform } from '#operations/plugins/plugin-platform.js';

// Payment providers
export type {
  Capture,
  CheckoutPage,
  CheckoutPageInput,
  CreatedRefund,
  CreatePaymentInput,
  PaymentEvent,
  FindRefundsInput,
  PaymentProvider,
  RefundedPayment,
  RefundInput,
  WebhookInput,
} from '#integrations/payments/payment-provider.js';
export type {
  EvidenceFile,
  FindDisputeInput,
  ListInput,
  ListLinesInput,
  ProviderBooks,
  SubmitEvidenceInput,
} from '#integrations/payments/provider-books.js';
export type {
  DisputeState,
  EvidenceKind,
  ListedDispute,
  ListedPayment,
  ListedRefund,
  ListedSettlement,
  PaymentEventType,
  SettlementLine,
  SettlementLineKind,
} from '#domain/payments/provider-books.js';
export { checkoutPagePath, refundKeyOf } from '#integrations/payments/payment-provider.js';
export { type PaymentSettings, requiredSetting, settingOf } from '#integrations/payments/payment-settings.js';
export { parseWebhookJson, parseWebhookShape, singleHeader } from '#integrations/payments/webhook-body.js';
export type { ProviderData } from '#domain/payments/payment.js';
export { credentialSetting } from '#domain/payments/payments.settings.js';
export { paymentsErrors } from '#domain/payments/payments.errors.js';

// Payout providers
export type {
  FindTransferInput,
  PayoutProvider,
  PayoutReport,
  PayoutSettings,
  PayoutWebhookInput,
  ProviderTransfer,
  TransferInput,
} from '#integrations/payouts/payout-provider.js';
export { TransferRefusedError } from '#integrations/payouts/payout-provider.js';
export type { BankAccount } from '#domain/payouts/payout.js';
export type { ProviderState } from '#domain/payouts/transfer.js';
export { payoutCredentialSetting } from '#domain/payouts/payouts.settings.js';

// Calls to outside services
export { escapeHtml } from '#integrations/http/escape-html.js';
export { HttpCallError } from '#integrations/http/http-call-error.js';
export { createJsonClient, type JsonCall, type JsonClient } from '#integrations/http/json-client.js';
export type { Clock } from '#lib/clock.js';
export { canonicalJson, equalSecrets, hmacSha256, randomToken, sha256 } from '#lib/crypto.js';
