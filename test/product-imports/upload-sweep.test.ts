import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { uploadedImportId, uploadKey } from '#domain/product-imports/upload-key.js';
import { newId } from '#lib/ids.js';
import { sweepUploads } from '#workflows/product-imports/product-imports.contract.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let vendorId: string;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'indexing'] });
  ({ vendorId } = await createVendor(platform.container));
});
afterAll(() => platform.stop());

/** A file as an upload stores it; with a status also the import that comes after it. */
async function uploaded(status?: string): Promise<string> {
  const { storage, knex } = platform.container;
  const id = newId();
  const fileKey = uploadKey(vendorId, id);
  await storage.put(fileKey, Buffer.from('Handle,Title\n'), { contentType: 'text/csv' });
  const actor = JSON.stringify({ type: 'system', id: 'test' });
  if (status)
    await knex('product_imports').insert({
      id,
      vendorId,
      fileKey,
      fileName: 'a.csv',
      fileSize: 13,
      status,
      actor,
    });
  return fileKey;
}

async function sweep(olderThanHours: number): Promise<unknown> {
  const { gateway } = platform.container;
  const { workflowId } = await gateway.start(sweepUploads, { olderThanHours });
  return gateway.client.workflow.getHandle(workflowId).result();
}

describe('the sweep of uploads', () => {
  it('deletes files whose upload broke off or whose import has ended, and no other', async () => {
    const { storage } = platform.container;
    const brokenOff = await uploaded();
    const ended = await uploaded('failed');
    const waiting = [await uploaded('pending'), await uploaded('running')];
    expect(await sweep(24)).toEqual({ seen: 4, deleted: 0, status: 'ok', reason: null });
    expect(await sweep(0)).toEqual({ seen: 4, deleted: 2, status: 'ok', reason: null });
    expect([await storage.exists(brokenOff), await storage.exists(ended)]).toEqual([false, false]);
    expect(await Promise.all(waiting.map((key) => storage.exists(key)))).toEqual([true, true]);
    expect(await sweep(0)).toEqual({ seen: 2, deleted: 0, status: 'ok', reason: null });
  });

  it('knows its own keys alone', () => {
    const id = newId();
    expect(uploadedImportId(uploadKey(vendorId, id))).toBe(id);
    expect(uploadedImportId('imports/vendor/notes.csv')).toBeNull();
    expect(uploadedImportId(`invoices/${vendorId}/${id}.csv`)).toBeNull();
  });
});
