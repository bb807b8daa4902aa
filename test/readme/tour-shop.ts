import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { type CarrierSandbox, startCarrierSandbox } from '../../sandboxes/carrier/carrier-sandbox.js';
import { type MerchantSandbox, startMerchantSandbox } from '../../sandboxes/merchant/merchant-sandbox.js';
import { CARRIER_SECRET } from '../_support/carrier-account.js';
import { startShop, type TestShop } from '../_support/shop.js';
import { tourScript } from '../../scripts/topology/tour-script.mjs';

const root = join(import.meta.dirname, '..', '..');

function run(script: string, cwd: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const late = setTimeout(() => child.kill('SIGKILL'), 90_000);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code, output });
    });
  });
}

/** A shop whose data the tour of the README can be taken in. */
export interface TourShop {
  shop: TestShop;
  /** Pastes the blocks of the README one after the other, and looks at what they leave behind. */
  takeTour(): Promise<void>;
  stop(): Promise<void>;
}

/** An empty folder with the files that the tour sends. */
export function tourFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'haat-tour-'));
  mkdirSync(join(folder, 'docs', 'tour'), { recursive: true });
  for (const file of ['docs/tour/products.csv', 'docs/tour/carrier-account.json'])
    copyFileSync(join(root, file), join(folder, file));
  return folder;
}

/** Pastes the blocks of the README beside a running platform; fails with all that they print. */
export async function pasteTour(apiUrl: string, carrierUrl: string, folder: string): Promise<string> {
  const { code, output } = await run(tourScript({ url: apiUrl, carrier: carrierUrl }), folder);
  expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  return output;
}

export async function startTourShop(): Promise<TourShop> {
  const merchant = await startMerchantSandbox({
    port: 0,
    clientSecret: 'merchant-sandbox-client-secret-0000',
  });
  const carrier = await startCarrierSandbox({ port: 0, webhookSecret: CARRIER_SECRET });
  const shop = await startShop({
    workers: ['core', 'documents', 'exports', 'feeds', 'indexing', 'mail', 'search', 'relay'],
    environment: { MERCHANT_API_URL: merchant.url, CARRIER_API_URL: carrier.url },
  });
  carrier.sendWebhooksTo(shop.url);
  const folder = tourFolder();
  return {
    shop,
    takeTour: () => takeTour({ shop, merchant, carrier, folder }),
    async stop() {
      await shop.stop();
      await carrier.close();
      await merchant.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Surroundings {
  shop: TestShop;
  merchant: MerchantSandbox;
  carrier: CarrierSandbox;
  folder: string;
}

async function takeTour({ shop, merchant, carrier, folder }: Surroundings): Promise<void> {
  const output = await pasteTour(shop.url, carrier.url, folder);
  expect(output).toContain('fifteen hundred');
  expect(output).toContain('"status":"ready"');
  expect(output).toContain('"warnings":["price_excludes_tax"]');
  expect(merchant.products('4711').size).toBeGreaterThan(0);
  const pdf = await PDFDocument.load(readFileSync(join(folder, 'invoice.pdf')));
  expect(pdf.getPageCount()).toBe(2);
  expect(readFileSync(join(folder, 'orders.csv'), 'utf8')).toContain('Order number');
  const order = JSON.parse(readFileSync(join(folder, 'order.json'), 'utf8')) as {
    data: { order: { id: string } };
  };
  const invoices = await shop.container
    .knex('invoices')
    .where({ orderId: order.data.order.id, status: 'ready' });
  expect(invoices).toHaveLength(2);
  const delivered = { orderId: order.data.order.id, status: 'delivered' };
  expect(await shop.container.knex('orders_sub_orders').where(delivered)).toHaveLength(1);
  expect(readFileSync(join(folder, 'label.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
}
