import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPictureNotices } from '#operations/invoices/picture-notices.js';
import { createSession } from '../_support/accounts.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

test('operators who may change the settings get one mail a day about a picture that is missing', async () => {
  const [operator, other] = await Promise.all([
    createSession(platform.container, { permissions: ['adminSetting:update'] }),
    createSession(platform.container, { permissions: ['order:view'] }),
  ]);
  const notify = createPictureNotices(platform.container);
  const reason = 'There is no such file in storage';
  await notify({ setting: 'invoice.logo_url', reason });
  await notify({ setting: 'invoice.logo_url', reason });
  await notify({ setting: 'invoice.qr_image_url', reason });
  const mails = await mailsTo(platform.container, operator.email);
  expect(mails.map(({ template, variables }) => [template, variables?.['setting']])).toEqual([
    ['invoice.picture_missing', 'invoice.logo_url'],
    ['invoice.picture_missing', 'invoice.qr_image_url'],
  ]);
  expect(await mailsTo(platform.container, other.email)).toEqual([]);
});
