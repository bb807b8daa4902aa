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
      const { providerOrderId } = await provider.createPayment(input);
      const webhooks = await tested.pay?.(providerOrderId ?? '');
      if (!providerOrderId || !webhooks)
        throw new Error('The provider has no payment that waits for the buyer');
      return { input, providerOrderId, webhooks };
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
      const changed = Buffer.from(
        sent.rawBody.toString('utf8').replace(/\d(?=\D*$)/, (digit) => (digit === '1' ? '2' : '1')),
      );
      expect(changed.equals(sent.rawBody)).toBe(false);
      const other = Object.fromEntries(
        Object.entries(sent.headers).map(([header, value]) => [
          header,
          typeof value === 'string' ? value.replace(/[0-9a-f]{64}/, '0'.repeat(64)) : value,
        ]),
      );
      expect(() => eventOf({ ...sent, rawBody: changed })).toThrow(unauthorized);
      expect(() => eventOf({ ...sent, headers: other })).toThrow(unauthorized);
      expect(() => eventOf({ ...sent, headers: {} })).toThrow(unauthorized);
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
      const { webhooks } = await paid();
      const providerPaymentId = webhooks.map((sent) => eventOf(sent)?.providerPaymentId).find(Boolean) ?? '';
      const of = { settings: tested.settings, providerPaymentId };
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
