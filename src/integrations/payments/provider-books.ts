import type { PaymentSettings } from './payment-settings.js';

/** What a provider is asked to list. */
export interface ListInput {
  settings: PaymentSettings;
  /** Payments and refunds that were created at this instant or later. */
  since: Date;
  /** Ends the calls early. */
  signal?: AbortSignal;
}

/** A payment in the provider's books whose money it holds or held. */
export interface ListedPayment {
  providerPaymentId: string;
  providerOrderId: string | null;
  /** As we sent it, where the provider gives it back. */
  orderNumber?: string;
  /** Integer subunits. */
  amount: number;
  currency: string;
  createdAt: Date;
}

/** A refund in the provider's books that is on its way or has arrived. */
export interface ListedRefund {
  providerRefundId: string;
  providerPaymentId: string;
  /** Our refund row, where the provider gives our reference back. */
  refundId?: string;
  /** Integer subunits. */
  amount: number;
  currency: string | null;
}
