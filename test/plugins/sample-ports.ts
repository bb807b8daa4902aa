import { Readable } from 'node:stream';
import type { OutgoingMail, PaymentProvider, PluginPorts, PortsPlatform } from '../../src/plugin.js';

/** What the mailer of the sample has sent. */
export const sent: OutgoingMail[] = [];
/** What its storage keeps. */
export const files = new Map<string, string>();

/** Takes money at once, by an account that buyers have with the shop. */
export const wallet: PaymentProvider = {
  id: 'wallet',
  label: 'Shop wallet',
  methods: ['wallet'],
  methodLabels: { wallet: 'Shop wallet' },
  supportedPlatforms: ['BOTH'],
  acceptsAtOnce: true,
  createPayment: async () => ({ providerOrderId: null, status: 'accepted', action: { type: 'none' } }),
  refund: async ({ refundId }) => ({ providerRefundId: refundId, status: 'processed' }),
};

/** A plugin that takes each port. */
export function createSamplePorts({ clock }: Pick<PortsPlatform, 'clock'>): PluginPorts {
  return {
    paymentProviders: [wallet],
    mailer: {
      async send(mail) {
        sent.push(mail);
        return { messageId: `sample-${sent.length}` };
      },
    },
    storage: {
      ...({} as Required<PluginPorts>['storage']),
      async put(key, body) {
        const parts: Buffer[] = [];
        for await (const part of body instanceof Uint8Array ? [body] : body)
          parts.push(Buffer.from(part as Uint8Array));
        files.set(key, Buffer.concat(parts).toString());
        return { size: Buffer.concat(parts).length } as never;
      },
      get: async (key) =>
        files.has(key) ? ({ body: Readable.from([files.get(key) ?? '']) } as never) : null,
      start: async () => undefined,
      stop: async () => undefined,
    },
    orderNumbers: {
      create: (randomBytes) =>
        `SHOP-${clock.now().getUTCFullYear()}-${Buffer.from(randomBytes(6)).toString('hex').toUpperCase()}`,
      normalize: (text) => text.trim().toUpperCase().replaceAll(' ', '-'),
    },
    payoutFile: {
      fileName: 'transfers.txt',
      contentType: 'text/plain; charset=utf-8',
      header: 'H|1\n',
      line: ({ id, amount }, { accountNumber }) => `T|${id}|${accountNumber}|${amount}\n`,
    },
    shippingRate: ({ subtotal, vendorRate }) => (subtotal > 1_000_00 ? null : vendorRate + 1_00),
    commission: ({ commissionBps }) => Math.min(commissionBps, 250),
    discountConditions: [
      {
        name: 'sample.weekday',
        holds: ({ discount }) => !discount.code.startsWith('WEEKDAY'),
        refusal: () => 'This coupon is valid on weekdays only',
      },
    ],
  };
}
