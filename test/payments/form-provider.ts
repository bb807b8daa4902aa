import { createHash, randomBytes } from 'node:crypto';
import {
  checkoutPagePath,
  equalSecrets,
  escapeHtml,
  parseWebhookShape,
  type PaymentProvider,
  paymentsErrors,
  randomToken,
  requiredSetting,
  settingOf,
  z,
} from 'haat/plugin';
import type { PaymentProviderUnderTest, SentWebhook } from './payment-provider-contract.js';

const KEY = 'gtKFFx';

/**
 * A provider in the shape of PayU's hosted checkout: the buyer's browser posts a form with a hash of its fields, and what comes back
 * is a form too, hashed the other way round in a field of its own. Nothing is called to begin a payment.
 */
export function createFormProvider(): PaymentProvider {
  const event = z.object({
    txnid: z.string(),
    mihpayid: z.string(),
    status: z.enum(['success', 'failure']),
    amount: z.string(),
    productinfo: z.string(),
    firstname: z.string(),
    email: z.string(),
    hash: z.string(),
    addedon: z.string(),
    error_Message: z.string().optional(),
  });

  return {
    id: 'form',
    label: 'Form',
    methods: ['card'],
    methodLabels: { card: 'Card' },
    supportedPlatforms: ['WEB'],
    configured: (settings) => Boolean(settingOf(settings, 'payment.form.salt')),

    async createPayment(input) {
      // Without its salt no page could be made, and the buyer would be sent into nothing.
      requiredSetting(input.settings, 'payment.form.salt');
      return {
        providerOrderId: input.paymentId.replaceAll('-', ''),
        status: 'pending' as const,
        action: { type: 'redirect' as const, url: input.callbackBaseUrl + checkoutPagePath(input.paymentId) },
        providerData: { productinfo: `Order ${input.orderNumber}` },
      };
    },

    checkoutPage(input) {
      const fields = {
        key: KEY,
        txnid: input.providerOrderId,
        amount: rupees(input.amount),
        productinfo: input.providerData?.['productinfo'] ?? '',
        firstname: input.customer.name,
        email: input.customer.email,
      };
      const hash = sha512([...Object.values(fields), ...Array<string>(10).fill(''), saltOf(input.settings)]);
      const nonce = randomToken(16);
      const back = { surl: input.returnUrl, furl: input.returnUrl };
      const inputs = Object.entries({ ...fields, ...back, hash }).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
      );
      return Promise.resolve({
        html: `<!doctype html><title>Payment</title>
<form id="pay" method="post" action="https://secure.payu.in/_payment">${inputs.join('')}<button>Pay</button></form>
<script nonce="${nonce}">document.getElementById('pay').submit()</script>`,
        contentSecurityPolicy: `default-src 'none'; script-src 'nonce-${nonce}'; form-action https://secure.payu.in`,
      });
    },

    refund: ({ providerPaymentId, refundId }) =>
      Promise.resolve({ providerRefundId: `${providerPaymentId}-${refundId}`, status: 'processed' as const }),

    verifyWebhook({ settings, rawBody }) {
      const salt = settingOf(settings, 'payment.form.salt');
      const fields = Object.fromEntries(new URLSearchParams(rawBody.toString('utf8')));
      if (!salt || !equalSecrets(fields['hash'] ?? '', reverseHash(salt, fields)))
        throw paymentsErrors.badSignature();
      const { txnid, mihpayid, status, amount, addedon, error_Message } = parseWebhookShape(event, fields);
      const about = {
        eventId: `${status}:${mihpayid}`,
        occurredAt: new Date(addedon),
        providerEvent: status,
        providerOrderId: txnid,
        providerPaymentId: mihpayid,
        amount: Math.round(Number(amount) * 100),
        currency: 'INR',
      };
      if (status === 'success')
        return { ...about, type: 'payment.captured', effectKey: `capture:${mihpayid}` };
      const failureReason = error_Message ?? 'The payment was declined';
      return { ...about, type: 'payment.failed', effectKey: `failure:${mihpayid}`, failureReason };
    },
  };
}

const sha512 = (parts: readonly string[]) => createHash('sha512').update(parts.join('|')).digest('hex');
const rupees = (subunits: number) => (subunits / 100).toFixed(2);
const saltOf = (settings: Parameters<typeof requiredSetting>[0]) =>
  requiredSetting(settings, 'payment.form.salt');

function reverseHash(salt: string, fields: Record<string, string | undefined>): string {
  const { status = '', email = '', firstname = '', productinfo = '', amount = '', txnid = '' } = fields;
  return sha512([
    salt,
    status,
    ...Array<string>(10).fill(''),
    email,
    firstname,
    productinfo,
    amount,
    txnid,
    KEY,
  ]);
}

/** The service behind it: the buyer posts what the page holds. */
export function startFormService(): PaymentProviderUnderTest & {
  paid(txnid: string, amount: string): SentWebhook[];
} {
  const salt = 'eCwWELxi-0123456789';
  const sent = (txnid: string, status: 'success' | 'failure', amount = '1234.50'): SentWebhook => {
    const fields: Record<string, string> = {
      mihpayid: String(randomBytes(4).readUInt32BE()),
      txnid,
      status,
      amount,
      productinfo: 'Order HT-7K3QX9MZ',
      firstname: 'Asha Rao',
      email: 'asha@example.com',
      addedon: new Date().toISOString(),
      ...(status === 'failure' ? { error_Message: 'Bank denied' } : {}),
    };
    const body = new URLSearchParams({ hash: reverseHash(salt, fields), ...fields });
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: Buffer.from(body.toString()),
    };
  };
  return {
    provider: createFormProvider(),
    settings: { 'payment.form.salt': salt },
    signatureField: 'hash',
    pay: async (txnid) => [sent(txnid, 'success')],
    decline: async (txnid) => [sent(txnid, 'failure')],
    paid: (txnid, amount) => [sent(txnid, 'success', amount)],
    stop: () => undefined,
  };
}
