import { expect } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import type { TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { accountOf } from '../ledger/ledger-books.js';
import { deliveredSale, setBank } from './payable-vendor.js';

export interface Run {
  id: string;
  state: string;
  vendors: number;
  created: number;
  amount: number;
}

export interface PayableVendor {
  vendorId: string;
  http: HttpClient;
  /** Subunits that are payable. */
  net: number;
}

/** Vendors with bank details and one delivered sale each. */
export async function payableVendors(platform: TestPlatform, count: number): Promise<PayableVendor[]> {
  const vendors: PayableVendor[] = [];
  for (let index = 0; index < count; index += 1) {
    const { vendorId, token } = await createVendor(platform.container, { commissionBps: 1_000 });
    const http = platform.http.as(token);
    await setBank(http);
    await deliveredSale(platform.container, vendorId);
    vendors.push({ vendorId, http, net: await accountOf(platform.container, vendorId) });
  }
  return vendors;
}

export async function startRun(admin: HttpClient): Promise<Run> {
  return data(await admin.post<Run>('/admin/payouts/run', { until: new Date().toISOString() }));
}

export function endedRun(admin: HttpClient, id: string): Promise<Run> {
  return eventually(async () => {
    const run = data(await admin.get<Run>(`/admin/payouts/runs/${id}`));
    expect(run.state).toBe('completed');
    return run;
  });
}

/** Each vendor has one payout of all that it is owed. */
export async function expectEachPaidOnce(
  admin: HttpClient,
  vendors: readonly PayableVendor[],
): Promise<void> {
  for (const { vendorId, net } of vendors) {
    const payouts = data(await admin.get<object[]>(`/admin/payouts?vendorId=${vendorId}`));
    expect(payouts).toMatchObject([{ amount: net, status: 'pending' }]);
  }
}
