import { createMoneyActs } from '#operations/access/money-acts.js';
import { createMoneyApprovals } from '#operations/access/money-approvals.js';
import { createAccountAdjustment } from '#operations/ledger/adjust-account.js';
import { createCompareRollups } from '#operations/analytics/compare-rollups.js';
import { createRefreshStep } from '#operations/analytics/refresh-step.js';
import { createCouponUses } from '#operations/discounts/coupon-uses.js';
import { createFeedSteps } from '#operations/feeds/feed-steps.js';
import { createStockAdjustment } from '#operations/inventory/adjust-stock.js';
import { createCommissionInvoices } from '#operations/invoices/issue-commission-invoice.js';
import { createInvoiceMails } from '#operations/invoices/invoice-mails.js';
import { createInvoiceNumberOf, createIssueInvoice } from '#operations/invoices/issue-invoice.js';
import { createSalePosting } from '#operations/ledger/post-sales.js';
import { createOrderMails } from '#operations/orders/order-mails.js';
import { createOrderTransitions } from '#operations/orders/order-transitions.js';
import { createSubOrderTransitions } from '#operations/orders/sub-order-transitions.js';
import { createOrderRefund } from '#operations/payments/refund-order.js';
import { createRefundRequests } from '#operations/payments/refund-requests.js';
import { createPaymentSettlement } from '#operations/payments/settle-payment.js';
import { createRefundPaymentByHand } from '#operations/payments/pay-refund-by-hand.js';
import { createRefundSettlement } from '#operations/payments/settle-refund.js';
import { createAccountTests } from '#operations/payouts/account-tests.js';
import { createPayoutAccounts } from '#operations/payouts/payout-accounts.js';
import { createPayoutSteps } from '#operations/payouts/payout-steps.js';
import { createPayoutTransfers } from '#operations/payouts/payout-transfers.js';
import { createDisputeSteps } from '#operations/reconciliation/dispute-steps.js';
import { createItemDecisions } from '#operations/reconciliation/decide-item.js';
import { createProviderMoney } from '#operations/reconciliation/provider-money.js';
import { createRemittanceImport } from '#operations/reconciliation/import-remittance.js';
import { createSettlementSteps } from '#operations/reconciliation/settlement-steps.js';
import { createReturnSteps } from '#operations/returns/return-steps.js';
import { createScanRecorder } from '#operations/shipping/record-scan.js';
import { createPickupSteps } from '#operations/shipping/pickup-steps.js';
import { createReturnScanRecorder } from '#operations/shipping/record-return-scan.js';
import { createShipmentSteps } from '#operations/shipping/shipment-steps.js';
import { createShippingMails } from '#operations/shipping/shipping-mails.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';

/**
 * The transactional steps that requests and workflows share, wired once for each process. Each takes the transaction
 * first and opens none; a read is no operation.
 */
export function createOperations(deps: OperationDeps) {
  return {
    adjustStock: createStockAdjustment(deps),
    commissionInvoices: createCommissionInvoices(deps),
    compareRollups: createCompareRollups(),
    couponUses: createCouponUses(),
    feedSteps: createFeedSteps(deps),
    invoiceMails: createInvoiceMails(deps),
    issueInvoice: createIssueInvoice(deps),
    invoiceNumberOf: createInvoiceNumberOf(deps),
    adjustAccount: createAccountAdjustment(deps),
    moneyActs: createMoneyActs(deps),
    moneyApprovals: createMoneyApprovals(deps),
    orderMails: createOrderMails(deps),
    orderTransitions: createOrderTransitions(deps),
    postSales: createSalePosting(deps),
    paymentSettlement: createPaymentSettlement(deps),
    refreshStep: createRefreshStep(),
    refundOrder: createOrderRefund(deps),
    refundRequests: createRefundRequests(deps),
    refundSettlement: createRefundSettlement(deps),
    payRefundByHand: createRefundPaymentByHand(deps),
    accountTests: createAccountTests(deps),
    payoutAccounts: createPayoutAccounts(deps),
    payoutSteps: createPayoutSteps(deps),
    payoutTransfers: createPayoutTransfers(deps),
    disputeSteps: createDisputeSteps(deps),
    itemDecisions: createItemDecisions(deps),
    providerMoney: createProviderMoney(deps),
    settlementSteps: createSettlementSteps(deps),
    importRemittance: createRemittanceImport(deps),
    returnSteps: createReturnSteps(deps),
    recordScan: createScanRecorder(deps),
    recordReturnScan: createReturnScanRecorder(deps),
    pickupSteps: createPickupSteps(deps),
    shipmentSteps: createShipmentSteps(deps),
    shippingMails: createShippingMails(deps),
    storeCredit: createStoreCreditMoves(deps),
    subOrderTransitions: createSubOrderTransitions(deps),
  };
}

export type Operations = ReturnType<typeof createOperations>;
