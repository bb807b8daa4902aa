import { afterEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/sandboxes/main.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: '0',
      CARRIER_SANDBOX_PORT: '0',
      MERCHANT_SANDBOX_PORT: '0',
      SOCIAL_SANDBOX_PORT: '0',
      WEBHOOK_SANDBOX_PORT: '0',
      SMTP_CATCHER_PORT: '0',
      MAIL_INBOX_PORT: '0',
      HAAT_PARENT_PIPE: '1',
      ...env,
    },
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  // Not at its exit: what it has said may still be on the way then.
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', () => output.includes('sandboxes ready') && resolve());
  });
  return { child, exit, ready, output: () => output };
}

describe('the process', () => {
  it('says where everything is, and ends with its parent', async () => {
    const { child, exit, ready, output } = start({});
    await ready;
    const [, payments, inbox] =
      /payments (\S+), carrier \S+, merchant \S+, social \S+, webhooks \S+, inbox (\S+), smtp:\/\/127/.exec(
        output(),
      ) ?? [];
    expect(await (await fetch(payments ?? '')).json()).toMatchObject({ sandbox: 'payments' });
    expect(await (await fetch(`${inbox}/api/messages`)).json()).toEqual({ total: 0, messages: [] });
    child.stdin.end();
    expect(await exit).toBe(0);
  });

  it('names the variable of a port that is in use, in one line', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', () => resolve()));
    const { port } = blocker.address() as AddressInfo;
    const { exit, output } = start({ SMTP_CATCHER_PORT: String(port) });
    expect(await exit).toBe(1);
    expect(output().trim()).toBe(`Port ${port} is in use; set SMTP_CATCHER_PORT to another one`);
    await new Promise((resolve) => blocker.close(resolve));
  });

  it('refuses a bad variable in one line', async () => {
    const { exit, output } = start({ MAIL_INBOX_PORT: 'mail' });
    expect(await exit).toBe(1);
    expect(output().trim()).toMatch(/^Configuration refused: MAIL_INBOX_PORT: .*$/);
  });
});
