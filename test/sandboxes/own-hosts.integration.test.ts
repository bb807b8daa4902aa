import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';

let sandbox: MailSandbox;
beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
});
afterAll(() => sandbox.close());

/** `fetch` sets the header by itself. */
const statusFor = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${sandbox.url}/api/messages`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end();
  });

it.each([
  ['localhost:4080', 200],
  ['127.0.0.1:4080', 200],
  ['[::1]:4080', 200],
  ['inbox.localhost', 200],
  ['192.168.1.7:4080', 200],
  ['evil.example:4080', 421],
  ['localhost.evil.example', 421],
  ['127.0.0.1.evil.example', 421],
])('a request to %j is answered with %i', async (host, status) => expect(await statusFor(host)).toBe(status));
