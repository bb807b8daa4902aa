import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CreatePaymentInput,
  isConfigured,
  type PaymentProvider,
  type WebhookInput,
} from '#integrations/payments/payment-provider.js';
import type { PaymentSettings } from '#integrations/payments/payment-settings.js';
import { newId } from '#lib/ids.js';

/** A webhook as the provider sent it. */
export type SentWebhook = Pick<WebhookInput, 'headers' | 'rawBody'>;

export interface PaymentProviderUnderTest {
  provider: PaymentProvider;
  /** With these it takes payments. */
  settings: PaymentSettings;
  /** The buyer pays what was created; the webhooks that came of it. Absent where payments are accepted at once. */
  pay?(providerOrderId: string): Promise<SentWebhook[]>;
  /** The bank of the buyer declines; the webhooks that came of it. */
  decline?(providerOrderId: string): Promise<SentWebhook[]>;
  /** The field of the body that holds the signature, for a provider that sends it in no header. */
  signatureField?: string;
  stop(): Promise<void> | void;
}

/** What checkout, refunds and the search for missed webhooks rely on: call it in a test file with a provider and its sandbox. */
export function paymentProviderContract(name: string, start: () => Promise<PaymentProviderUnderTest>): void {
  describe(`the payment provider ${name}`, () => {
    let tested: PaymentProviderUnderTest;
    let provider: PaymentProvider;
    beforeAll(async () => {
      tested = await start();
      provider = tested.provider;
    });
    afterAll(() => tested.stop());

    const inputOf = (patch: Partial<CreatePaymentInput> = {}): CreatePaymentInput => ({
      settings: tested.settings,
      paymentId: newId(),
      orderNumber: 'HT-7K3QX9MZ',
      amount: 123_450,
      currency: 'INR',
      method: provider.methods[0] ?? '',
      customer: { email: 'asha@example.com', name: 'Asha Rao', phone: '+919820012345' },
      returnUrl: 'https://shop.example/thanks',
      callbackBaseUrl: 'https://api.example',
      ...patch,
    });
    const eventOf = ({ headers, rawBody }: SentWebhook) =>
      provider.verifyWebhook?.({ settings: tested.settings, headers, rawBody });

    /** A payment that the buyer has made. */
    async function paid() {
      const input = inputOf();
      const { providerOrderId, providerData = null } = await provider.createPayment(input);
      const webhooks = await tested.pay?.(providerOrderId ?? '');
      if (!providerOrderId || !webhooks)
        throw new Error('The provider has no payment that waits for the buyer');
      return { input, providerOrderId, providerData, webhooks };
    }

    it('names itself, each of its methods, and amounts that are whole subunits', () => {
      expect(provider.id).toMatch(/^[a-z][a-z0-9_-]{0,39}$/);
      expect(provider.label).toMatch(/\S/);
      expect(provider.methods.length).toBeGreaterThan(0);
      expect(Object.keys(provider.methodLabels).sort()).toEqual([...provider.methods].sort());
      expect(provider.supportedPlatforms.length).toBeGreaterThan(0);
      for (const amount of [provider.minimumAmount?.('INR') ?? 0, provider.minimumRefund?.('INR') ?? 0])
        expect(Number.isInteger(amount) && amount >= 0).toBe(true);
    });

    it('is ready with its settings, and without them refuses a payment before anyone is called', async () => {
      expect(isConfigured(provider, tested.settings)).toBe(true);
      await provider.check?.({ settings: tested.settings, timeoutMs: 5_000 });
      if (isConfigured(provider, {})) return;
      const refused = provider.createPayment(inputOf({ settings: {} }));
      await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', status: 409 });
    });

    it('begins a payment: accepted at once, or a page of its own for each', async () => {
      const [first, second] = [
        await provider.createPayment(inputOf()),
        await provider.createPayment(inputOf()),
      ];
      if (provider.acceptsAtOnce) {
        expect(first).toMatchObject({ status: 'accepted', action: { type: 'none' } });
        return;
      }
      expect([first.status, second.status]).toEqual(['pending', 'pending']);
      expect(first.providerOrderId).toEqual(expect.stringMatching(/\S/));
      expect(second.providerOrderId).not.toBe(first.providerOrderId);
      const { action } = first;
      expect(action.type === 'redirect' && URL.canParse(action.url)).toBe(true);
    });

    it('serves a page for what it began, where it has none of its own', async () => {
      if (!provider.checkoutPage) return;
      const input = inputOf();
      const { providerOrderId, providerData = null } = await provider.createPayment(input);
      const { html, contentSecurityPolicy } = await provider.checkoutPage({
        ...input,
        providerOrderId: providerOrderId ?? '',
        providerData,
        storeName: 'Haat',
        returnUrl: 'https://shop.example/thanks',
      });
      expect(html).toMatch(/^<!doctype html>/i);
      expect(contentSecurityPolicy).toMatch(/default-src 'none'/);
      expect(JSON.stringify(providerData ?? {}).length).toBeLessThan(8_192);
    });

    it('reports a payment by webhooks under one effect key, and finds it without them', async () => {
      if (!tested.pay) return;
      const { providerOrderId: unpaid } = await provider.createPayment(inputOf());
      const find = (orderId: string, signal?: AbortSignal) =>
        provider.findCapture?.({ settings: tested.settings, providerOrderId: orderId, signal });
      expect((await find(unpaid ?? '')) ?? null).toBeNull();

      const { input, providerOrderId, webhooks } = await paid();
      const captured = webhooks.map(eventOf).filter((event) => event?.type === 'payment.captured');
      expect(captured.length).toBeGreaterThan(0);
      expect(new Set(captured.map((event) => event?.effectKey)).size).toBe(1);
      for (const event of captured) {
        expect(event).toMatchObject({ amount: input.amount, currency: 'INR', occurredAt: expect.any(Date) });
        expect([event?.paymentId, event?.providerOrderId]).toEqual(
          expect.arrayContaining([event?.paymentId ? input.paymentId : providerOrderId]),
        );
      }
      expect(webhooks.map((sent) => eventOf(sent)?.eventId)).toEqual(
        webhooks.map((sent) => eventOf(sent)?.eventId),
      );
      if (!provider.findCapture) return;
      const [event] = captured;
      const { amount, currency } = input;
      const { effectKey, providerPaymentId } = event ?? {};
      expect(await find(providerOrderId)).toMatchObject({ amount, currency, effectKey, providerPaymentId });
      await expect(find(providerOrderId, AbortSignal.abort())).rejects.toThrow();
    });

    it('refuses a webhook that was changed, signed by somebody else, or not signed', async () => {
      if (!tested.pay) return;
      const [sent] = (await paid()).webhooks;
      if (!sent) throw new Error('The provider sent no webhook of a payment');
      const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED', status: 401 });
      // The amount, in subunits or as a decimal: what a signature over some of the fields covers in any case.
      const changed = Buffer.from(
        sent.rawBody
          .toString('utf8')
          .replace(/(?<!\d)(123450|1234\.50?)(?!\d)/, (amount) => `9${amount.slice(1)}`),
      );
      expect(changed.equals(sent.rawBody)).toBe(false);
      const { foreign, unsigned } = forgeriesOf(sent, tested.signatureField);
      expect(() => eventOf({ ...sent, rawBody: changed })).toThrow(unauthorized);
      expect(() => eventOf(foreign)).toThrow(unauthorized);
      expect(() => eventOf(unsigned)).toThrow(unauthorized);
      if (isConfigured(provider, {})) return;
      expect(() => provider.verifyWebhook?.({ ...sent, settings: {} })).toThrow(unauthorized);
    });

    it('reports a declined payment with its reason, and has no money of it', async () => {
      if (!tested.decline) return;
      const { providerOrderId } = await provider.createPayment(inputOf());
      const events = (await tested.decline(providerOrderId ?? '')).map(eventOf);
      expect(events.map((event) => event?.type)).toContain('payment.failed');
      expect(events.map((event) => event?.type)).not.toContain('payment.captured');
      expect(events.find((event) => event?.type === 'payment.failed')?.failureReason).toMatch(/\S/);
      const { settings } = tested;
      expect(
        (await provider.findCapture?.({ settings, providerOrderId: providerOrderId ?? '' })) ?? null,
      ).toBeNull();
    });

    it('refunds once for each id, however often it is called, and finds the refund', async () => {
      if (!tested.pay) return;
      const { webhooks, providerOrderId, providerData } = await paid();
      const providerPaymentId = webhooks.map((sent) => eventOf(sent)?.providerPaymentId).find(Boolean) ?? '';
      const of = { settings: tested.settings, providerPaymentId, providerOrderId, providerData };
      const refund = (refundId: string) =>
        provider.refund({ ...of, refundId, amount: 20_000, currency: 'INR', reason: 'Damaged' });
      const [refundId, other] = [newId(), newId()];
      expect((await provider.findRefunds?.({ ...of, refundId })) ?? []).toEqual([]);
      const first = await refund(refundId);
      expect(['processed', 'pending']).toContain(first.status);
      expect((await refund(refundId)).providerRefundId).toBe(first.providerRefundId);
      expect((await refund(other)).providerRefundId).not.toBe(first.providerRefundId);
      if (provider.findRefunds)
        expect(await provider.findRefunds({ ...of, refundId })).toEqual([
          expect.objectContaining({ providerRefundId: first.providerRefundId }),
        ]);
    });

    it('lists what it has captured and refunded, where it can', async () => {
      if (!tested.pay || !provider.listPayments) return;
      const { input, providerOrderId } = await paid();
      const since = new Date(Date.now() - 60_000);
      const listed = [];
      for await (const payment of provider.listPayments({ settings: tested.settings, since }))
        listed.push(payment);
      expect(listed.filter((payment) => payment.providerOrderId === providerOrderId)).toEqual([
        expect.objectContaining({ amount: input.amount, currency: 'INR', createdAt: expect.any(Date) }),
      ]);
    });
  });
}

/** A run of characters that can be a signature in hex or base64: a digest of 16 bytes or more. */
const SIGNATURE = /[A-Za-z0-9+/_-]{22,}={0,2}/g;
const ALPHABETS = ['0123456789abcdef', '0123456789ABCDEF'];

/** Another signature of the same form: each character becomes the next of its kind. */
function alter(signature: string): string {
  const alphabet = ALPHABETS.find((each) => [...signature].every((char) => each.includes(char)));
  return signature.replace(/[A-Za-z0-9]/g, (char) => {
    if (alphabet) return alphabet[(alphabet.indexOf(char) + 1) % 16] ?? char;
    if (/\d/.test(char)) return String((Number(char) + 1) % 10);
    const [last, first] = char < 'a' ? ['Z', 'A'] : ['z', 'a'];
    return char === last ? first : String.fromCharCode(char.charCodeAt(0) + 1);
  });
}

/** What was signed by somebody else, and what was not signed: by its headers, or by a field of its body. */
function forgeriesOf(
  sent: SentWebhook,
  field: string | undefined,
): { foreign: SentWebhook; unsigned: SentWebhook } {
  if (field === undefined) {
    const headers = Object.fromEntries(
      Object.entries(sent.headers).map(([header, value]) => [
        header,
        typeof value === 'string' ? value.replace(SIGNATURE, alter) : value,
      ]),
    );
    expect(headers).not.toEqual(sent.headers);
    return { foreign: { ...sent, headers }, unsigned: { ...sent, headers: {} } };
  }
  const bodyWith = (change: (signature: string) => string | undefined): SentWebhook => {
    const text = sent.rawBody.toString('utf8');
    const isJson = text.startsWith('{');
    const fields = isJson
      ? (JSON.parse(text) as Record<string, string>)
      : Object.fromEntries(new URLSearchParams(text));
    const signature = fields[field];
    if (!signature) throw new Error(`The body of the webhook has no ${field}`);
    const changed = change(signature);
    if (changed === undefined) delete fields[field];
    else fields[field] = changed;
    const rawBody = Buffer.from(isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString());
    return { ...sent, rawBody };
  };
  return { foreign: bodyWith(alter), unsigned: bodyWith(() => undefined) };
}
