import { expect } from '@jest/globals';
import { type PayoutService, startPayoutSandbox } from '../../sandboxes/payouts/payout-sandbox.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { type PlatformOptions, startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { type PayableVendor, payableVendors } from './payout-runs.js';

const SECRET = 'sandbox-webhook-secret';

export interface TransferView {
  state: string;
  reason: string | null;
  problem: string | null;
  createdBy: string;
  approvedBy: string | null;
  providerTransferId: string | null;
}
export interface PayoutView {
  id: string;
  vendorId: string;
  amount: number;
  status: string;
  reference: string | null;
  failureReason: string | null;
  transfer?: TransferView;
}

/** The platform whose payouts are sent by the sandbox of RazorpayX. */
export interface PayoutShop {
  platform: TestPlatform;
  sandbox: PayoutService & { url: string };
  admin: HttpClient;
  /** Another person with the same rights. */
  second: HttpClient;
  /** Creates the payout of a vendor that is owed something. */
  pay(vendor?: PayableVendor): Promise<PayoutView>;
  read(id: string): Promise<PayoutView>;
  /** Waits for the state of a transfer. */
  reach(id: string, state: string): Promise<PayoutView>;
  /** The payout left once, whatever happened to it. */
  expectSentOnce(id: string): void;
  stop(): Promise<void>;
}

export async function startPayoutShop(options: PlatformOptions = {}): Promise<PayoutShop> {
  const sandbox = await startPayoutSandbox({ port: 0, secret: SECRET, retryDelaysMs: [200, 500, 1_000] });
  const platform = await startPlatform({
    ...options,
    environment: {
      PAYMENT_SANDBOX_URL: sandbox.url,
      PAYMENT_SANDBOX_SECRET: SECRET,
      ...options.environment,
    },
  });
  sandbox.sendWebhooksTo(platform.url);
  const operator = async () =>
    platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  const [admin, second] = [await operator(), await operator()];
  data(await admin.patch('/admin/settings/admin', { 'payout.provider': 'razorpayx-sandbox' }));
  await platform.container.settings.refresh();
  const read = async (id: string) => data(await admin.get<PayoutView>(`/admin/payouts/${id}`));
  return {
    platform,
    sandbox,
    admin,
    second,
    read,
    async pay(vendor) {
      const [paid] = vendor ? [vendor] : await payableVendors(platform, 1);
      const body = { vendorId: paid?.vendorId, until: new Date().toISOString() };
      return data(await admin.post<PayoutView>('/admin/payouts', body));
    },
    reach: (id, state) =>
      eventually(async () => {
        const payout = await read(id);
        expect(payout.transfer?.state).toBe(state);
        return payout;
      }),
    expectSentOnce: (id) => expect(sandbox.payouts(id)).toHaveLength(1),
    async stop() {
      await platform.stop();
      await sandbox.close();
    },
  };
}
