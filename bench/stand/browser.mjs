import puppeteer from 'puppeteer-core';
import { cacheDirectory } from '#integrations/pdf/cache-directory.js';
import { findChrome, libraryEnvironment } from '#integrations/pdf/find-chrome.js';

/** A browser whose profile lies in the folder, which its caller removes. */
export async function startBrowser(profile) {
  const chrome = await findChrome({ cache: cacheDirectory });
  return puppeteer.launch({
    executablePath: chrome.path,
    headless: chrome.bundled ? 'shell' : true,
    userDataDir: profile,
    pipe: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env: { PATH: process.env.PATH, HOME: profile, ...libraryEnvironment(chrome.libraries) },
  });
}
