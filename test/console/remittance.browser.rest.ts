import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { act, see } from '../_support/browser.js';
import { takePictures } from '../_support/pictures.js';
import { startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
beforeAll(async () => {
  shop = await startConsole();
});
afterAll(() => shop.stop());

it("an operator imports a courier's remittance file; a refusal names its row, and a row without a parcel is listed", async () => {
  const tab = await shop.open('/money?tab=settlements');
  const { page } = tab;
  const folder = process.env['PICTURES'] ?? (await mkdtemp(join(tmpdir(), 'remittance-')));
  const month = new Date().toISOString().slice(0, 7);
  const upload = async (name: string, csv: string) => {
    const file = join(folder, name);
    await writeFile(file, csv);
    const input = await page.waitForSelector('input[type=file]');
    await act(page, async () =>
      (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file),
    );
  };
  await tab.watch('remittance', async () => {
    await see(page, 'Cash that a courier has paid over');
    await upload('short.csv', `awb,amount,date\n78557,10.00,${month}-05\n`);
    await see(page, 'utr is missing');
    expect(await takePictures(page, { folder, name: 'remittance-refused' })).toEqual([]);
    await upload('good.csv', `awb,amount,date,utr\n785578015860,99.00,${month}-05,UTR77\n`);
    await see(page, 'good.csv is booked');
    await see(page, '₹99.00');
  });
  expect(await takePictures(page, { folder, name: 'remittance', rules: true })).toEqual([]);
  expect(tab.problems).toEqual([]);
  await tab.close();
});
