import type { ProviderData, ProviderPayment } from '#domain/payments/payment.js';
import type { ListedDispute, ListedSettlement, PaymentEventType } from '#domain/payments/provider-books.js';
import type { PaymentSettings } from './payment-settings.js';
import type { ProviderBooks } from './provider-books.js';

/** A platform that a provider serves; `BOTH` stands for the web and the app. */
export type PaymentPlatform = 'WEB' | 'APP' | 'BOTH';

export interface CreatePaymentInput {
  settings: PaymentSettings;
  /** Our payment row: the reference sent to the provider, unique for each attempt. */
  paymentId: string;
  orderNumber: string;
  /** Integer subunits of `currency`. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** One of the provider's `methods`. */
  method: string;
  customer: { email: string; name: string; phone?: string };
  /** Where the buyer's browser goes when the payment page is done. */
  returnUrl?: string;
  /** The public base URL of this API, for providers whose payment page we serve ourselves. */
  callbackBaseUrl: string;
}

export type PaymentAction = { type: 'none' } | { type: 'redirect'; url: string };

export interface CreatedPayment {
  /** What webhooks name later as `providerOrderId`; null when the provider keeps no record. */
  providerOrderId: string | null;
  /** `accepted`: nothing more to wait for (cash on delivery). `pending`: the webhook decides. */
  status: 'pending' | 'accepted';
  action: PaymentAction;
  /** Given back to `checkoutPage`, `refund` and `findRefunds`; kept with the payment, never shown or logged. */
  providerData?: ProviderData;
}

/** A payment that the provider holds for us. */
export interface Capture {
  providerPaymentId: string;
  /** Integer subunits. */
  amount: number;
  currency: string;
  capturedAt: Date;
  /** Equal to the `effectKey` of the webhooks about the same money. */
  effectKey: string;
}

/** The payment that a refund is of; providers name it by their payment or by their order. */
export interface RefundedPayment {
  /** Our own id of the payment where the provider never named one. */
  providerPaymentId: string;
  providerOrderId: string | null;
  providerData: ProviderData | null;
}

export interface RefundInput extends RefundedPayment {
  settings: PaymentSettings;
  /** Our refund row: the idempotency key. Repeating a refund with the same id moves money once. */
  refundId: string;
  /** Counts up, from 1, when the provider itself let an earlier one fail: with the same key it would return that one. */
  attempt?: number;
  /** Integer subunits. */
  amount: number;
  currency: string;
  reason: string;
}

export interface CreatedRefund {
  /** Null when the money goes back outside the platform (cash). */
  providerRefundId: string | null;
  /** `pending` ends with a `refund.processed` or `refund.failed` webhook. */
  status: 'processed' | 'pending' | 'failed';
}

/** The key under which a refund moves money once. */
export function refundKeyOf({ refundId, attempt = 1 }: Pick<RefundInput, 'refundId' | 'attempt'>): string {
  return attempt === 1 ? refundId : `${refundId}-${attempt}`;
}

export interface FindRefundsInput extends RefundedPayment {
  settings: PaymentSettings;
  refundId: string;
  /** Ends the call early. */
  signal?: AbortSignal;
}

export interface CheckInput {
  settings: PaymentSettings;
  timeoutMs: number;
}

export interface WebhookInput {
  settings: PaymentSettings;
  /** As Node gives them: names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as received: the signature covers them, not what they parse to. */
  rawBody: Buffer;
}

/** A webhook after its signature was found good. */
export interface PaymentEvent {
  /** Unique per provider; a repeated delivery carries the same one. */
  eventId: string;
  occurredAt: Date;
  type: PaymentEventType;
  /** The provider's own name of the event, for the log. */
  providerEvent: string;
  /**
   * Names the movement of money: different events about the same movement (`order.paid` and `payment.captured`)
   * share it, so each key is applied once. Null for ignored events.
   */
  effectKey: string | null;
  /** Our payment and refund rows, when the provider gives our reference back. */
  paymentId?: string;
  refundId?: string;
  providerOrderId?: string;
  providerPaymentId?: string;
  providerRefundId?: string;
  /** Integer subunits of `currency`: of the payment, of the refund, of the dispute or of the settlement. */
  amount?: number;
  currency?: string;
  failureReason?: string;
  /** The order's number as we sent it; a payment that was made by hand at the provider has none. */
  orderNumber?: string;
  /** The provider's fee on a captured payment, without tax, and the tax on it, where the webhook says. */
  fee?: number;
  tax?: number;
  /** The row as it was when the event happened: a later event may arrive first. */
  dispute?: ListedDispute;
  settlement?: ListedSettlement;
}

export interface CheckoutPageInput {
  settings: PaymentSettings;
  paymentId: string;
  providerOrderId: string;
  /** What `createPayment` gave. */
  providerData: ProviderData | null;
  orderNumber: string;
  amount: number;
  currency: string;
  method: string;
  storeName: string;
  customer: { email: string; name: string; phone?: string };
  returnUrl: string;
  /** The public base URL of this API, for a form that comes back to a route of the plugin. */
  callbackBaseUrl: string;
}

/** A page that opens the provider's payment form, with the Content-Security-Policy it needs. */
export interface CheckoutPage {
  html: string;
  contentSecurityPolicy: string;
}

/** Takes payments in one way. Network failures are `HttpCallError`s; retries belong to the workflow. */
export interface PaymentProvider extends ProviderBooks {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly methods: readonly string[];
  /** What the buyer reads for a method. */
  readonly methodLabels: Readonly<Record<string, string>>;
  readonly supportedPlatforms: readonly PaymentPlatform[];
  readonly hiddenAtCheckout?: boolean;
  /** Moves no money: it is shown last, and not registered in production. */
  readonly forDevelopment?: boolean;
  /** Nobody has to be called and nothing is waited for: an order paid like this is confirmed as it is placed. */
  readonly acceptsAtOnce?: boolean;

  /**
   * The smallest amount that the provider takes, in integer subunits. Absent where it takes any. Orders with nothing to
   * pay never reach a provider.
   * @param currency ISO 4217
   */
  minimumAmount?(currency: string): number;
  /** The smallest amount that the provider sends back, in integer subunits. Absent where it sends any. */
  minimumRefund?(currency: string): number;
  /** Whether the settings suffice to take a payment. Absent for a provider that needs none. */
  configured?(settings: PaymentSettings): boolean;
  /**
   * Makes one call that changes nothing, with the credentials of the settings. Absent for a provider without an API.
   * @throws HttpCallError when the provider refuses them or is away, AppError CONFLICT 409 when one is missing
   */
  check?(input: CheckInput): Promise<void>;
  createPayment(input: CreatePaymentInput): Promise<CreatedPayment>;
  /** Takes an authorized payment, for accounts that do not capture by themselves. */
  capture?(input: {
    settings: PaymentSettings;
    providerPaymentId: string;
    amount: number;
    currency: string;
  }): Promise<Capture>;
  /** Asks whether an order was paid, for when its webhook never came. Null when it was not. */
  findCapture?(input: {
    settings: PaymentSettings;
    providerOrderId: string;
    /** Ends the call early. */
    signal?: AbortSignal;
  }): Promise<Capture | null>;
  refund(input: RefundInput): Promise<CreatedRefund>;
  /**
   * What the provider made of one of our refunds, for when its response or its webhook was lost. Several only where it let
   * earlier ones fail. Absent where it keeps no books of refunds.
   */
  findRefunds?(input: FindRefundsInput): Promise<CreatedRefund[]>;
  /**
   * Checks the signature and translates a webhook. Absent when the provider sends none.
   * @throws AppError UNAUTHORIZED 401 for a bad signature, BAD_REQUEST 400 for a body that cannot be read.
   */
  verifyWebhook?(input: WebhookInput): PaymentEvent;
  /**
   * For providers that offer a script or take a form, and have no page to redirect to: the page, served by us at
   * `checkoutPagePath` each time that the buyer opens it. The provider may be called.
   */
  checkoutPage?(input: CheckoutPageInput): CheckoutPage | Promise<CheckoutPage>;
}

/** The provider's own readiness check; a provider without one is ready. */
export function isConfigured(provider: PaymentProvider, settings: PaymentSettings): boolean {
  return provider.configured?.(settings) ?? true;
}

/** Whether the provider takes so little, in integer subunits; 0 is taken without any provider. */
export function takesAmount(provider: PaymentProvider, amount: number, currency: string): boolean {
  return amount === 0 || amount >= (provider.minimumAmount?.(currency) ?? 0);
}

/** The refunded payment, as its provider gets it. */
export function refundedPayment(
  payment: Pick<ProviderPayment, 'id' | 'providerPaymentId' | 'providerOrderId' | 'providerData'>,
): RefundedPayment {
  const { id, providerPaymentId, providerOrderId, providerData } = payment;
  return { providerPaymentId: providerPaymentId ?? id, providerOrderId, providerData };
}

/** Where the API serves `PaymentProvider.checkoutPage`. */
export function checkoutPagePath(paymentId: string): string {
  return `/store/payments/${paymentId}/checkout`;
}
