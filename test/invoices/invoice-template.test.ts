import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createInvoiceTemplateReader, type MissingPicture } from '#activities/invoices/invoice-template.js';
import type { Setting } from '#domain/_shared/setting.js';
import { createPublicDownload } from '#integrations/http/public-download.js';
import { createStorage } from '#integrations/storage/create-storage.js';
import type { Storage } from '#integrations/storage/storage.js';
import { createLogger } from '#lib/logger.js';
import { startListener } from '../_support/listener.js';
import { testConfig } from '../_support/platform-config.js';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let folder: string;
let storage: Storage;
const download = createPublicDownload({ allowHttp: true });
const logger = createLogger({ level: 'silent', name: 'test' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haat-template-'));
  storage = await createStorage(await testConfig('postgres://none', folder), { logger });
  await storage.start();
  await storage.put('media/logo.png', PIXEL, { contentType: 'image/png' });
  await storage.put('media/script.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {
    contentType: 'image/svg+xml',
  });
});
afterAll(async () => {
  await storage.stop();
  await rm(folder, { recursive: true, force: true });
});

const missing: MissingPicture[] = [];

function read(values: Record<string, unknown>) {
  const settings = {
    get: <T>(setting: Setting<T>): T => (setting.key in values ? values[setting.key] : setting.default) as T,
    forVendor: () => Promise.reject(new Error('not asked')),
    refresh: () => Promise.resolve(),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  const onMissing = (picture: MissingPicture) => Promise.resolve(void missing.push(picture));
  return createInvoiceTemplateReader({ settings, storage, logger, download, onMissing }).read();
}

describe('the template settings of an invoice', () => {
  it('embed their pictures, the logo falling back to that of the store', async () => {
    const embedded = `data:image/png;base64,${PIXEL.toString('base64')}`;
    const own = await read({
      'admin.invoice.logo_url': 'media/logo.png',
      'store.branding.logo_url': 'media/none.png',
    });
    expect(own.logoUrl).toBe(embedded);
    expect((await read({ 'store.branding.logo_url': 'media/logo.png' })).logoUrl).toBe(embedded);
    const qr = await read({ 'admin.invoice.show_qr': true, 'admin.invoice.qr_image_url': 'media/logo.png' });
    expect(qr).toMatchObject({ showQr: true, qrImage: embedded });
  });

  it('leave out a picture that is not there, or is none: an invoice does not wait for a logo', async () => {
    expect((await read({ 'admin.invoice.logo_url': 'media/none.png' })).logoUrl).toBeNull();
    expect((await read({ 'admin.invoice.logo_url': 'media/script.svg' })).logoUrl).toBeNull();
    expect((await read({ 'admin.invoice.logo_url': 'http://127.0.0.1:1/logo.png' })).logoUrl).toBeNull();
    expect(missing.map(({ setting }) => setting)).toEqual(Array(3).fill('invoice.logo_url'));
    expect(missing[0]?.reason).toBe('There is no such file in storage');
  });

  it('read a picture of our own storage there, also when it is named by its URL', async () => {
    const url = storage.publicUrl('media/logo.png');
    expect((await read({ 'admin.invoice.logo_url': url })).logoUrl).toMatch(/^data:image\/png;/);
    expect((await read({ 'admin.invoice.logo_url': `${url}?size=1` })).logoUrl).toBeNull();
  });

  it('call nobody inside the network, for none of their pictures', async () => {
    const listener = await startListener((_request, response) => response.end(PIXEL));
    const url = `http://127.0.0.1:${listener.port}/latest/meta-data`;
    const settings = await read({
      'admin.invoice.logo_url': url,
      'admin.invoice.authorized_signatory_image_url': url,
      'admin.invoice.show_qr': true,
      'admin.invoice.qr_image_url': url,
    });
    await listener.close();
    expect(settings).toMatchObject({ logoUrl: null, authorizedSignatoryImage: null, qrImage: null });
    expect(listener.asked).toEqual([]);
  });
});
