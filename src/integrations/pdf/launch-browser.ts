import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'puppeteer-core';
import { cacheDirectory } from './cache-directory.js';
import { findChrome, libraryEnvironment, type Chrome } from './find-chrome.js';
import { writeFontConfig } from './font-config.js';
import { PdfRenderError } from './pdf-renderer.js';
import { isAlive } from './unpack-once.js';

const PROFILE = 'haat-pdf-';
const LAUNCH_TIMEOUT_MS = 30_000;
/** After an order to close, how long the browser may take before it is killed. */
const CLOSE_TIMEOUT_MS = 5_000;

/** A running browser with everything it leaves on disk. */
export interface RunningBrowser {
  browser: Browser;
  /** Ends the process and removes its profile; safe to call twice, and on a browser that is dead already. */
  stop(): Promise<void>;
}

/**
 * Starts a browser that can reach nothing: no network, no secrets in its environment, its own profile.
 * @throws PdfRenderError `no_browser`, or `crashed` when it is there but does not start
 */
export async function launchBrowser(options: { chromePath?: string }): Promise<RunningBrowser> {
  const chrome = await findChrome({ chromePath: options.chromePath, cache: cacheDirectory });
  await removeProfilesOfTheDead();
  const profile = await mkdtemp(path.join(tmpdir(), `${PROFILE}${process.pid}-`));
  try {
    // Loaded with the first document.
    const { default: puppeteer } = await import('puppeteer-core');
    const browser = await puppeteer.launch({
      executablePath: chrome.path,
      headless: chrome.bundled ? 'shell' : true,
      userDataDir: path.join(profile, 'data'),
      args: flags(),
      env: await environment(chrome, profile),
      timeout: LAUNCH_TIMEOUT_MS,
      // A pipe opens no port, and the browser ends by itself when this process is killed and the pipe breaks.
      pipe: true,
      // Signals are the worker's to handle: it first finishes what it renders.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return { browser, stop: () => stop(browser, profile) };
  } catch (cause) {
    await removeProfile(profile);
    throw new PdfRenderError('crashed', `the browser did not start: ${String(cause).split('\n')[0]}`, {
      cause,
    });
  }
}

function flags(): string[] {
  return [
    '--disable-gpu',
    '--font-render-hinting=none',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--no-pings',
    '--disable-domain-reliability',
    // Containers give /dev/shm 64 MB, which a long document outgrows.
    '--disable-dev-shm-usage',
    // The sandbox needs user namespaces, which containers and root rarely have. What it would guard against is kept
    // out otherwise: the pages are our own templates, run no script and load nothing.
    ...(process.platform === 'linux' ? ['--no-sandbox'] : []),
  ];
}

/** Only what a browser needs: this process has secrets in its own environment. */
async function environment(chrome: Chrome, profile: string): Promise<Record<string, string>> {
  const inherited = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const base: Record<string, string> = Object.fromEntries(inherited) as Record<string, string>;
  if (process.platform !== 'linux') return { ...base, HOME: process.env['HOME'] ?? profile };
  const fonts = await writeFontConfig(profile, await cacheDirectory());
  return { ...base, HOME: profile, FONTCONFIG_FILE: fonts, ...libraryEnvironment(chrome.libraries) };
}

async function stop(browser: Browser, profile: string): Promise<void> {
  const child = browser.process();
  const ended =
    child && child.exitCode === null && child.signalCode === null ? untilExit(child) : Promise.resolve();
  const kill = setTimeout(() => child?.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
  try {
    // A browser that has crashed cannot take the order any more; the kill below is for that one too.
    await browser.close().catch(() => child?.kill('SIGKILL'));
    await ended;
  } finally {
    clearTimeout(kill);
    await removeProfile(profile);
  }
}

function untilExit(child: NonNullable<ReturnType<Browser['process']>>): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** Helper processes may still be writing for a moment after the browser has ended, hence the retries. */
async function removeProfile(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** A killed process cannot clean up: the next start does, by the process id in the name. */
async function removeProfilesOfTheDead(): Promise<void> {
  const names = await readdir(tmpdir());
  const abandoned = names.filter((name) => {
    const pid = Number(new RegExp(`^${PROFILE}(\\d+)-`).exec(name)?.[1]);
    return pid > 0 && !isAlive(pid);
  });
  await Promise.allSettled(abandoned.map((name) => removeProfile(path.join(tmpdir(), name))));
}
