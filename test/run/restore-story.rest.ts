import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { carrierFields } from '#domain/shipping/carrier-config.js';
import type { CarrierOrderSource } from '#domain/shipping/carrier-order.js';
import { platformCarrierSettings } from '#domain/shipping/shipping.settings.js';
import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { newId } from '#lib/ids.js';
import { carrierFor } from '#operations/shipping/carrier-for.js';
import { type Container, createContainer } from '#runtime/container.js';
import { finishRestore } from '#runtime/restore/finish-restore.js';
import { prepareRestore } from '#runtime/restore/prepare-restore.js';
import { runWorkers } from '#runtime/run-workers.js';
import { setUpOwnEngine } from '#runtime/self-setup.js';
import { type CarrierSandbox, startCarrierSandbox } from '../../sandboxes/carrier/carrier-sandbox.js';
import { type PaymentSandbox, startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import { accountOf, CARRIER_SECRET } from '../_support/carrier-account.js';
import { adminQuery, createTestDatabase, type TestDatabase } from '../_support/database.js';
import { installRuntime } from '../_support/engine-runtime.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { eventually } from '../_support/eventually.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { testConfig } from '../_support/platform-config.js';
import { setSettings } from '../_support/settings.js';
import { addressOf } from '../_support/vendors.js';

const SECRET = 'sandbox-webhook-secret';

let engine: OwnEngine;
let payments: PaymentSandbox;
let carrier: CarrierSandbox;
let database: TestDatabase;
let storageDir: string;
const open: Container[] = [];

/** The platform's container on a database and a namespace; nothing of it runs. */
async function containerOf(databaseUrl: string, namespace: string, name: string): Promise<Container> {
  const config = await testConfig(databaseUrl, storageDir, {
    TEMPORAL_ADDRESS: engine.address,
    TEMPORAL_NAMESPACE: namespace,
    CARRIER_API_URL: carrier.url,
    PAYMENT_SANDBOX_URL: payments.url,
    PAYMENT_SANDBOX_SECRET: SECRET,
  });
  const container = await createContainer(config, { name });
  await container.settings.refresh();
  open.push(container);
  return container;
}

beforeAll(async () => {
  installRuntime();
  storageDir = await mkdtemp(join(tmpdir(), 'haat-restore-'));
  [engine, payments, carrier, database] = await Promise.all([
    startOwnEngine(),
    startPaymentSandbox({ port: 0, secret: SECRET, retryDelaysMs: [] }),
    startCarrierSandbox({ port: 0, webhookSecret: CARRIER_SECRET, retryDelaysMs: [] }),
    createTestDatabase(),
  ]);
});
afterAll(async () => {
  for (const container of open) await container.stop();
  await Promise.all([payments.close(), carrier.close(), engine.remove()]);
  await adminQuery(`drop database if exists ${restoredName()} with (force)`);
  await database.drop();
  await rm(storageDir, { recursive: true, force: true });
});

const restoredName = () => `${new URL(database.url).pathname.slice(1)}_restored`;

/** A copy of the database as it is now, while nobody is connected to it. */
async function backUp(): Promise<string> {
  await adminQuery(`create database ${restoredName()} template ${new URL(database.url).pathname.slice(1)}`);
  const url = new URL(database.url);
  url.pathname = `/${restoredName()}`;
  return url.href;
}

const providerOf = (container: Container) => {
  const provider = container.paymentProviders.get('sandbox');
  if (!provider) throw new Error('The sandbox provider is not registered');
  return provider;
};

/** Opens a payment at the provider and has the buyer pay it. */
async function pay(container: Container, paymentId: string, orderNumber: string) {
  const created = await providerOf(container).createPayment({
    settings: {},
    paymentId,
    orderNumber,
    amount: 49_900,
    currency: 'INR',
    method: 'sandbox',
    customer: { email: 'asha@example.com', name: 'Asha Rao' },
    callbackBaseUrl: 'http://127.0.0.1:2',
  });
  const providerOrderId = created.providerOrderId ?? '';
  return { providerOrderId, ...(await payments.pay(providerOrderId)) };
}

describe('a database that is restored to an earlier moment', () => {
  let restored: string;
  let known: Awaited<ReturnType<typeof createConfirmedOrder>>;
  let lostPayment: { id: string };
  let refundId: string | null;

  it('is backed up, and goes on for some hours', async () => {
    const before = await containerOf(database.url, 'own', 'before');
    const { knex, gateway } = before;
    await setUpOwnEngine({ knex, client: gateway.client, namespace: 'own', redeliver: false });
    known = await createConfirmedOrder(before, { vendors: [{}, {}] });
    await setSettings(before, accountSettings(before));
    await open.splice(open.indexOf(before), 1)[0]?.stop();
    restored = await backUp();

    // What the lost hours left outside of the database: files, a payment with a refund, a parcel.
    const later = await containerOf(database.url, 'own', 'later');
    const vendorId = known.subOrders[1]?.vendorId ?? '';
    for (const key of [
      `invoices/${vendorId}/INV-2627-000041.pdf`,
      `credit-notes/${vendorId}/CN-2627-000007.pdf`,
    ])
      await later.storage.put(key, Buffer.from('x'), { contentType: 'application/pdf' });
    // The label of a parcel whose order is not in the backup.
    await later.storage.put(`labels/${vendorId}/${newId()}.pdf`, Buffer.from('x'), {
      contentType: 'application/pdf',
      metadata: { awb: 'AWB-GONE-1', reference: newId() },
    });
    lostPayment = await pay(later, newId(), 'GONE-0001');
    const refunded = await providerOf(later).refund({
      settings: {},
      providerPaymentId: lostPayment.id,
      providerOrderId: null,
      providerData: null,
      refundId: newId(),
      amount: 10_000,
      currency: 'INR',
      reason: 'damaged',
    });
    refundId = refunded.providerRefundId;
  });

  it('is prepared: counters of every vendor, schedules of the former namespace, nothing may run in it', async () => {
    const container = await containerOf(restored, 'own', 'restore');
    const vendorId = known.subOrders[1]?.vendorId ?? '';
    const done = await prepareRestore(container);
    expect(done.raised).toEqual([
      {
        counter: 'invoice',
        of: vendorId,
        financialYear: '2627',
        firstLost: 1,
        lastSequence: 41,
        documents: ['INV/2627/000041'],
      },
      {
        counter: 'creditNote',
        of: vendorId,
        financialYear: '2627',
        firstLost: 1,
        lastSequence: 7,
        documents: ['CN/2627/000007'],
      },
    ]);
    expect([done.formerNamespace, done.nextNamespace]).toEqual(['own', 'own-2']);
    expect(done.pausedSchedules).toBeGreaterThan(10);
    await eventually(async () => {
      for await (const { state } of container.gateway.client.schedule.list()) expect(state.paused).toBe(true);
    });
    // Again, after a command that was cut off.
    const again = await prepareRestore(container);
    expect([again.raised, again.formerNamespace, again.nextNamespace]).toEqual([[], 'own', 'own-2']);

    expect(await container.engineWatch.check()).toBe('restored');
    expect(container.engineWatch.problem()).toMatch(/set TEMPORAL_NAMESPACE to a new name/);
    await expect(runWorkers(container, ['core'])).rejects.toThrow(/run `restore:finish`/);
    await expect(finishRestore(container)).rejects.toThrow(/set TEMPORAL_NAMESPACE to a new name/);
  });

  it('is finished: everything open gets its run, and what provider and carrier know is listed', async () => {
    const container = await containerOf(restored, 'own-2', 'restore');
    const subOrderId = known.subOrders[0]?.subOrderId ?? '';
    await bookParcel(container, subOrderId);

    const done = await finishRestore(container, { since: new Date(Date.now() - 3_600_000) });
    expect(done.namespace).toBe('own-2');
    // The order was written without an event: the operator reads its id.
    expect(done.redelivered).toEqual([
      { subscription: 'orders-follow', open: 1, redelivered: 0, missing: [known.orderId] },
    ]);
    expect(done.findings.map(({ problem, ids }) => [problem.split(',')[0], ids])).toEqual([
      ['Paid at sandbox', [`${lostPayment.id} (order GONE-0001, 49900 INR)`]],
      ['Refunded at sandbox', [`${refundId} (payment ${lostPayment.id}, 10000 INR)`]],
      ['Booked at the carrier', [expect.stringContaining(subOrderId)]],
      ['Booked at the carrier', [expect.stringContaining('AWB-GONE-1')]],
    ]);
    expect(await container.engineWatch.check()).toBe('own');
    const again = await finishRestore(container, { since: new Date(Date.now() - 3_600_000) });
    expect(again.findings).toEqual(done.findings);
  });

  it('leaves the former namespace for reading, with its schedules paused', async () => {
    const container = await containerOf(restored, 'own', 'after');
    const former = createTemporalClient(container.config);
    let paused = 0;
    for await (const { state } of former.client.schedule.list()) paused += state.paused ? 1 : 0;
    await former.close();
    expect(paused).toBeGreaterThan(10);
  });
});

/** The carrier account of the platform, as its settings are stored. */
function accountSettings({ keyring }: Container): Record<string, unknown> {
  const account = accountOf('platform');
  return Object.fromEntries(
    carrierFields.map((field) => {
      const { key, secret } = platformCarrierSettings[field];
      return [key, secret ? keyring.encrypt(String(account[field])) : account[field]];
    }),
  );
}

/** The parcel of a sub-order as the platform would book it. */
async function bookParcel(container: Container, subOrderId: string): Promise<void> {
  const { account, client } = await carrierFor(container, { credentialSource: 'platform', vendorId: '' });
  const order: CarrierOrderSource = {
    reference: subOrderId,
    orderNumber: 'ABCD-2345',
    config: account,
    email: 'asha@example.com',
    account: { cpId: 4, accountCode: 'DELHIVERY_SURFACE' },
    shippingAddress: addressOf(),
    total: 49_900,
    cash: false,
    invoice: { number: 'INV-1', date: '2026-11-24' },
    pickupAt: new Date(),
    lines: [
      {
        variantId: newId(),
        sku: 'S-1',
        title: 'Diya',
        variantTitle: null,
        quantity: 1,
        unitPrice: 49_900,
        weight: 350,
      },
    ],
  };
  expect(await client.createOrder(order)).toEqual({
    kind: 'created',
    awb: expect.any(String),
    labelUrl: expect.anything(),
  });
}
