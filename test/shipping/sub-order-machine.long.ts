import { afterAll, beforeAll, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { runSubOrderMachine } from './sub-order-machine.js';

const seed = Number(process.env['MACHINE_SEED'] ?? Date.now() % 1_000_000);
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it(`sub-order-machine: 500 sequences agree with the model (MACHINE_SEED=${seed})`, async () => {
  const { container, http } = platform;
  const permissions = ['order:view', 'order:fulfil', 'order:cancel'];
  const admin = http.as((await createSession(container, { permissions })).token);
  const vendorIds = [(await createVendor(container)).vendorId, (await createVendor(container)).vendorId];
  await runSubOrderMachine(platform, { admin, vendorIds }, { runs: 500, seed });
});
