import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fuzzSessions } from '../../scripts/supervisor/fuzz-session.mjs';
import { findSchemathesis } from '../../scripts/supervisor/schemathesis.mjs';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { sampledRoutes } from '../sweeps/sampled-routes.js';
import { createFuzzSession, type FuzzSession, nameOf, openApiFile, triedOperations } from './fuzz-target.js';

const schemathesis = await findSchemathesis(process.env);
if (!schemathesis)
  console.warn('The short fuzz is skipped: run `npm run fuzz -- --install` (it needs Python)');

/** The same requests each time; `npm run fuzz` tries others. */
const SEED = 20_261_121;

/** Between them they can call every operation; guests have the customer's, and an admin what takes no API key. */
const kinds = [
  'nobody',
  'customer',
  'account',
  'vendor',
  'api key',
  'admin',
  'leaving admin',
  'leaving account',
] as const;

/**
 * A generated request or two to each operation that this run samples, to notice a response that the reference does not
 * declare. `TEST_SWEEPS=all` takes every operation, as `npm run fuzz` does.
 */
(schemathesis ? describe : describe.skip)('generated requests', () => {
  let platform: TestPlatform;
  let mail: MailSandbox;

  beforeAll(async () => {
    // Test mails are sent within their request: without a server each would be 502.
    mail = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
    platform = await startPlatform({
      environment: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mail.smtpPort) },
    });
  });
  afterAll(async () => {
    await platform.stop();
    await mail.close();
  });

  it('everything gets a response as declared', async () => {
    if (!schemathesis) throw new Error('schemathesis is missing');
    const sampled = new Set((await sampledRoutes(0, 1)).map(([, route]) => nameOf(route)));
    const left = triedOperations().filter((name) => !sampled.has(name) && !name.includes(' /auth/'));
    const sessions: FuzzSession[] = [];
    const names = () => sessions.flatMap(({ own }) => own.map(({ name }) => name));
    // What is open to several is tried by the first of them; `npm run fuzz` tries it as each.
    for (const kind of kinds)
      sessions.push(await createFuzzSession(platform.container, kind, [...left, ...names()]));
    const { code, output, report } = await fuzzSessions({
      schemathesis,
      openApiFile,
      url: platform.url,
      seed: SEED,
      sessions,
      maxExamples: 1,
      phases: 'fuzzing',
    });
    if (code !== 0) throw new Error(output);
    expect(report?.operations.tested).toBe(names().length);
    expect(new Set(names())).toEqual(new Set(triedOperations().filter((name) => !left.includes(name))));
    // No session was ended by what another did: it would be refused everywhere, and nothing tried. Below /auth a wrong
    // password is 401, and a session that signs out has ended itself.
    expect(await platform.container.metrics.text()).not.toMatch(
      /^haat_http_requests_total\{route="(?!\/auth\/).*status="401"/m,
    );
  });

  it('a response that the document does not declare is found', async () => {
    if (!schemathesis) throw new Error('schemathesis is missing');
    const document = JSON.parse(readFileSync(openApiFile, 'utf8')) as {
      paths: { '/me': { get: { responses: object } } };
    };
    document.paths['/me'].get.responses = { 401: { description: 'Nobody is let in' } };
    const folder = mkdtempSync(join(tmpdir(), 'haat-fuzz-'));
    const altered = join(folder, 'openapi.json');
    writeFileSync(altered, JSON.stringify(document));
    const session = await createFuzzSession(platform.container, 'customer');
    const own = session.own.filter(({ name }) => name === 'GET /me');
    const { code, output } = await fuzzSessions({
      schemathesis,
      openApiFile: altered,
      url: platform.url,
      seed: SEED,
      sessions: [{ ...session, own }],
      maxExamples: 1,
      phases: 'fuzzing',
    });
    rmSync(folder, { recursive: true, force: true });
    expect([code, output]).toEqual([1, expect.stringContaining('Undocumented status code')]);
  });
});
