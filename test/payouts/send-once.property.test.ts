import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import {
  type PayoutProvider,
  type ProviderTransfer,
  TransferRefusedError,
} from '#integrations/payouts/payout-provider.js';
import { sendOnce, type TransferToSend } from '#operations/payouts/call-provider.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A provider forgets a key so long after the transfer that it stood for. */
const FORGETS_MS = 7 * DAY_MS;
const account = {
  accountHolder: 'Kaveri Textiles',
  accountNumber: '001122334455',
  ifsc: 'HDFC0001234',
  pan: 'AAPFU0939F',
};
const sent = {
  reference: 'payout-1',
  vendorId: 'vendor-1',
  vendorName: 'Kaveri',
  amount: 100,
  currency: 'INR',
};

/** What becomes of one call, and how long after the one before it is made. */
interface Call {
  gapHours: number;
  /**
   * `lost` never arrives, `late` arrives after the response was given up, `taken` arrives and its response is lost,
   * `refused` is refused whatever arrived before, `ok` responds.
   */
  fate: 'lost' | 'late' | 'taken' | 'refused' | 'ok';
  /** The provider account of the settings at that time. */
  account: 'first' | 'other';
  /** Until a late call has arrived. */
  delayHours: number;
}

/** A provider that loses calls, is late, shows transfers late, and sends money anew for a key that it has forgotten. */
function fakeProvider(now: () => number, lagHours: number) {
  const arrivals: { at: number; account: string }[] = [];
  let fate: Call = { gapHours: 0, fate: 'ok', account: 'first', delayHours: 0 };
  const transfer: ProviderTransfer = {
    providerTransferId: 'pout_1',
    state: 'processed',
    amount: 100,
    bankReference: 'UTR1',
    reason: null,
  };
  const arrive = (at: number) => void arrivals.push({ at, account: fate.account });
  /** How often money left: calls of one key within its life are one; another account knows no key of the first. */
  const moved = () => {
    let count = 0;
    const first = new Map<string, number>();
    for (const { at, account: from } of [...arrivals].sort((a, b) => a.at - b.at)) {
      if (at - (first.get(from) ?? -Infinity) < FORGETS_MS) continue;
      count += 1;
      first.set(from, at);
    }
    return count;
  };
  const provider: PayoutProvider = {
    id: 'fake',
    label: 'Fake',
    minimumAmount: () => 100,
    configured: () => true,
    sendingAccount: () => fate.account,
    createTransfer: () => {
      if (fate.fate === 'ok') {
        arrive(now());
        return Promise.resolve(transfer);
      }
      if (fate.fate === 'refused') return Promise.reject(new TransferRefusedError('Not allowed'));
      if (fate.fate === 'taken') arrive(now());
      if (fate.fate === 'late') arrive(now() + fate.delayHours * HOUR_MS);
      const failure = {
        status: null,
        body: null,
        outcome: 'unknown',
        retryable: true,
        reason: 'No response',
      } as const;
      return Promise.reject(new HttpCallError('POST /payouts', failure));
    },
    findTransfer: () =>
      Promise.resolve(
        arrivals.some(({ at, account: from }) => from === fate.account && at + lagHours * HOUR_MS <= now())
          ? transfer
          : null,
      ),
  };
  return { provider, moved, next: (call: Call) => void (fate = call) };
}

const calls = fc.array(
  fc.record({
    gapHours: fc.oneof(fc.constantFrom(0, 1, 24, 25, 119, 120, 121, 168), fc.integer({ min: 0, max: 200 })),
    fate: fc.constantFrom(
      'lost' as const,
      'late' as const,
      'taken' as const,
      'refused' as const,
      'ok' as const,
    ),
    account: fc.constantFrom('first' as const, 'first' as const, 'first' as const, 'other' as const),
    delayHours: fc.integer({ min: 0, max: 12 }),
  }),
  { minLength: 1, maxLength: 12 },
);

it('money leaves once, and a transfer is given up only where none will leave', async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.integer({ min: 0, max: 11 }), async (made, lagHours) => {
      let now = Date.parse('2026-11-01T00:00:00Z');
      const fake = fakeProvider(() => now, lagHours);
      const row: Pick<TransferToSend, 'sentAt' | 'lastSentAt' | 'sentFrom' | 'refusal'> = {
        sentAt: null,
        lastSentAt: null,
        sentFrom: null,
        refusal: null,
      };
      for (const call of made) {
        now += call.gapHours * HOUR_MS;
        fake.next(call);
        const response = await sendOnce(
          fake.provider,
          { ...sent, ...row, account, purpose: 'payout' },
          {
            settings: {},
            now: () => new Date(now),
            signal: new AbortController().signal,
            record: (sentFrom) => {
              row.sentFrom = sentFrom;
              row.sentAt ??= new Date(now);
              row.lastSentAt = new Date(now);
              return Promise.resolve(true);
            },
            recordProblem: () => Promise.resolve(),
            refuse: (refusal) => {
              row.refusal = refusal;
              return Promise.resolve();
            },
          },
        ).catch((error: unknown) => {
          if (!(error instanceof HttpCallError)) throw error;
          return null;
        });
        if (response?.state === 'failed') expect(fake.moved()).toBe(0);
        if (response) break;
      }
      expect(fake.moved()).toBeLessThanOrEqual(1);
      // Five days after the first call nothing is sent any more.
      const sentFor = (row.lastSentAt?.getTime() ?? 0) - (row.sentAt?.getTime() ?? 0);
      expect(sentFor).toBeLessThan(5 * DAY_MS);
    }),
    { numRuns: 2_000 },
  );
});
