import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type PayoutProvider,
  type PayoutSettings,
  type PayoutWebhookInput,
  type TransferInput,
  TransferRefusedError,
} from '#integrations/payouts/payout-provider.js';
import { newId } from '#lib/ids.js';

/** A webhook as the provider sent it. */
export type SentReport = Pick<PayoutWebhookInput, 'headers' | 'rawBody'>;

export interface PayoutProviderUnderTest {
  provider: PayoutProvider;
  /** With these it sends money. */
  settings: PayoutSettings;
  /** How often money has left under a reference. */
  sentTimes(reference: string): number;
  /** What the banks make of a transfer; the webhooks that came of it. */
  end(providerTransferId: string, state: 'processed' | 'reversed'): Promise<SentReport[]>;
  /** Has the provider refuse the next transfers. Absent where it refuses none. */
  refuse?(refused: boolean): void;
  /** Has the provider do its work and lose the response of so many calls. Absent where no call can be lost. */
  lose?(calls: number): void;
  stop(): Promise<void> | void;
}

/** What the sending of payouts relies on: call it in a test file with a provider and its sandbox. */
export function payoutProviderContract(name: string, start: () => Promise<PayoutProviderUnderTest>): void {
  describe(`the payout provider ${name}`, () => {
    let tested: PayoutProviderUnderTest;
    let provider: PayoutProvider;
    beforeAll(async () => {
      tested = await start();
      provider = tested.provider;
    });
    afterAll(() => tested.stop());

    const inputOf = (patch: Partial<TransferInput> = {}): TransferInput => ({
      settings: tested.settings,
      reference: newId(),
      vendorId: newId(),
      vendorName: 'कावेरी, "Crafts" & Sons',
      amount: 123_450,
      currency: 'INR',
      purpose: 'payout',
      account: {
        accountHolder: 'Kaveri Crafts (P) Ltd.',
        accountNumber: '004205001234',
        ifsc: 'ICIC0000042',
        pan: 'ABCDE1234F',
      },
      ...patch,
    });
    const find = (reference: string) => provider.findTransfer({ settings: tested.settings, reference });

    it('names itself and the least that it sends, and is ready with its settings', () => {
      expect(provider.id).toMatch(/^[a-z][a-z0-9_-]{0,39}$/);
      expect(provider.label).toMatch(/\S/);
      expect(Number.isInteger(provider.minimumAmount('INR'))).toBe(true);
      expect(provider.configured(tested.settings)).toBe(true);
    });

    it('names the account that money leaves from, the same each time', () => {
      const named = provider.sendingAccount(tested.settings);
      expect(named).toMatch(/\S/);
      expect(provider.sendingAccount({ ...tested.settings })).toBe(named);
    });

    it('has no transfer before it was asked, and the one that it was asked for from then on', async () => {
      const input = inputOf();
      expect(await find(input.reference)).toBeNull();
      const made = await provider.createTransfer(input);
      expect(made).toMatchObject({ amount: input.amount, providerTransferId: expect.stringMatching(/\S/) });
      expect(await find(input.reference)).toMatchObject({ providerTransferId: made.providerTransferId });
      expect(await find(newId())).toBeNull();
    });

    it('sends money once for each reference, however often and at whatever time it is asked', async () => {
      const input = inputOf();
      const all = await Promise.allSettled([1, 2, 3].map(() => provider.createTransfer({ ...input })));
      expect(all.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
      const again = await provider.createTransfer(input);
      const ids = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value.providerTransferId] : []));
      expect(new Set([...ids, again.providerTransferId]).size).toBe(1);
      expect(tested.sentTimes(input.reference)).toBe(1);
      const other = await provider.createTransfer(inputOf());
      expect(other.providerTransferId).not.toBe(again.providerTransferId);
    });

    it('finds the transfer whose response was lost', async () => {
      if (!tested.lose) return;
      const input = inputOf();
      // Calls that prepare the transfer are lost as well: each attempt comes one further.
      for (let attempt = 0; attempt < 5 && tested.sentTimes(input.reference) === 0; attempt += 1) {
        tested.lose(1);
        await provider.createTransfer(input).catch((error: unknown) => {
          expect(error).not.toBeInstanceOf(TransferRefusedError);
        });
      }
      tested.lose(0);
      const made = await provider.createTransfer(input);
      expect(await find(input.reference)).toMatchObject({ providerTransferId: made.providerTransferId });
      expect(tested.sentTimes(input.reference)).toBe(1);
    });

    it('refuses a transfer in a word of its own, with a reason, and sends nothing', async () => {
      if (!tested.refuse) return;
      tested.refuse(true);
      const input = inputOf();
      const refused = await provider.createTransfer(input).catch((error: unknown) => error);
      tested.refuse(false);
      expect(refused).toBeInstanceOf(TransferRefusedError);
      expect((refused as Error).message).toMatch(/\S/);
      expect(tested.sentTimes(input.reference)).toBe(0);
    });

    it('says that money has arrived, with a reference of the bank, and that it came back, with the reason', async () => {
      const input = inputOf();
      const { providerTransferId } = await provider.createTransfer(input);
      await tested.end(providerTransferId, 'processed');
      const arrived = await find(input.reference);
      expect(arrived).toMatchObject({ state: 'processed', amount: input.amount, reason: null });
      expect(arrived?.bankReference).toMatch(/\S/);
      await tested.end(providerTransferId, 'reversed');
      const back = await find(input.reference);
      expect(back).toMatchObject({ state: 'reversed', reason: expect.stringMatching(/\S/) });
    });

    it('sends signed webhooks that name our reference, and takes no others', async () => {
      if (!provider.verifyWebhook) return;
      const input = inputOf();
      const { providerTransferId } = await provider.createTransfer(input);
      const sent = await tested.end(providerTransferId, 'processed');
      expect(sent.length).toBeGreaterThan(0);
      const read = ({ headers, rawBody }: SentReport) =>
        provider.verifyWebhook?.({ settings: tested.settings, headers, rawBody });
      for (const each of sent) {
        expect(read(each)).toMatchObject({ reference: input.reference });
        expect(read(each)?.eventId).toBe(read(each)?.eventId);
        const changed = Buffer.concat([each.rawBody, Buffer.from(' ')]);
        const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED', status: 401 });
        expect(() => read({ ...each, rawBody: changed })).toThrow(unauthorized);
        expect(() => read({ ...each, headers: {} })).toThrow(unauthorized);
      }
    });
  });
}
