/** The workflows of the platform: the entry of the bundle. A test holds this list to the contracts. */
export { sweepAccounts } from './accounts/sweep-accounts.workflow.js';
export { compareAnalytics } from './analytics/compare-analytics.workflow.js';
export { refreshAnalytics } from './analytics/refresh-analytics.workflow.js';
export { mineBoughtTogether } from './bought-together/mine-bought-together.workflow.js';
export { drainDeliveries } from './events/drain-deliveries.workflow.js';
export { sweepEvents } from './events/sweep-events.workflow.js';
export { renderInvoice } from './invoices/render-invoice.workflow.js';
export { followOrder } from './orders/follow-order.workflow.js';
export { findLatePayments } from './payments/find-late-payments.workflow.js';
export { refundPayment } from './payments/refund-payment.workflow.js';
export { exportReport } from './reports/export-report.workflow.js';
export { sweep } from './sweeps/sweep.workflow.js';
export { importProducts } from './product-imports/import-products.workflow.js';
export { createShipment } from './shipping/create-shipment.workflow.js';
export { pollTracking } from './shipping/poll-tracking.workflow.js';
export { voidShipment } from './shipping/void-shipment.workflow.js';
export { sweepUploads } from './product-imports/sweep-uploads.workflow.js';
