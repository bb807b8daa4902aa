import { createInterface } from 'node:readline';
import globalSetup from '../_support/global-setup.mjs';
import { startPlatform } from '../_support/platform.js';
import { createFuzzSession, type SessionKind } from './fuzz-target.js';

/**
 * The platform that `npm run fuzz` talks to: says its address in a line of JSON, makes a session for each line that
 * names a kind, and ends when its input does.
 */
await globalSetup();
const platform = await startPlatform();
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
say({ url: platform.url });
for await (const kind of createInterface({ input: process.stdin })) {
  say(await createFuzzSession(platform.container, kind as SessionKind));
}
await platform.stop();
