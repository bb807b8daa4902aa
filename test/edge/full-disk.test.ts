import { openSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { databaseError } from '#db/kernel/database-error.js';
import { createLogger, destination, droppedLogLines } from '#lib/logger.js';
import { createSession } from '../_support/accounts.js';
import { formOf, noise } from '../media/form-upload.js';
import { startPlatform } from '../_support/platform.js';

it('costs lines of the log, which are counted, and not the process', () => {
  const logger = createLogger({ level: 'info', name: 'test' }, destination(openSync('/dev/full', 'w')));
  const before = droppedLogLines();
  for (let n = 0; n < 5; n += 1) logger.info({ n }, 'nobody will read this');
  expect(droppedLogLines()).toBeGreaterThan(before);
});

it('of the database is 503, to be tried again', () => {
  const refusal = databaseError(Object.assign(new Error('could not extend file'), { code: '53100' }));
  expect(refusal).toMatchObject({ status: 503, retryAfter: 30 });
});

it('of the storage is 503, to be tried again', async () => {
  const platform = await startPlatform();
  try {
    platform.container.storage.put = () =>
      Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
    const admin = await createSession(platform.container, { roles: ['superAdmin'] });
    const body = formOf(await noise(8, 8));
    const response = await platform.http.as(admin.token).raw('POST', '/admin/media', { body });
    const { reason } = (await response.json()) as { reason: string };
    expect([response.status, response.headers.get('retry-after'), reason]).toEqual([
      503,
      '30',
      'platform.disk_full',
    ]);
  } finally {
    await platform.stop();
  }
});
