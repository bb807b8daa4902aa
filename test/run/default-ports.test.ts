import { createServer, connect } from 'node:net';
import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { NOBODY } from '../_support/platform-config.js';

describe('the ports of an installation', () => {
  it.each([
    ['connects to', () => connect(4100, '127.0.0.1')],
    ['connects to', () => request('http://localhost:4000/health').end()],
    ['listens on', () => createServer().listen(7243, '127.0.0.1')],
  ])('are refused to a test that %s one of them', async (verb, act) => {
    await expect(
      (async () => {
        const acting = act() as unknown as NodeJS.EventEmitter;
        await new Promise((_resolve, reject) => acting.once('error', reject));
      })(),
    ).rejects.toThrow(verb);
  });

  it('are not what a test that wants no service gets', async () => {
    await expect(fetch(NOBODY)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });
});
