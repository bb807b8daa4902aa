import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundledChromium } from './bundled-chromium.js';
import { PdfRenderError } from './pdf-renderer.js';

const run = promisify(execFile);
const PROBE_TIMEOUT_MS = 20_000;

export interface Chrome {
  path: string;
  /** Directory of libraries that the system lacks, for the browser's process alone. */
  libraries: string | null;
  /** The bundled browser is a headless shell; an installed one is a whole Chrome. */
  bundled: boolean;
}

/**
 * The browser to use: the configured one, else the bundled one (Linux), else one that is installed in a usual place.
 * @param options `cache` is the directory for unpacking
 * @throws PdfRenderError `no_browser`, saying what to install or set
 */
export async function findChrome(options: {
  chromePath?: string;
  cache: () => Promise<string>;
}): Promise<Chrome> {
  if (options.chromePath !== undefined) {
    if (await isExecutable(options.chromePath))
      return { path: options.chromePath, libraries: null, bundled: false };
    throw new PdfRenderError(
      'no_browser',
      `CHROME_PATH names no program that can be run: ${options.chromePath}`,
    );
  }
  const bundled = process.platform === 'linux' ? await findBundled(await options.cache()) : null;
  if (bundled) return bundled;
  for (const candidate of usualPlaces(process.platform, process.env)) {
    if (await isExecutable(candidate)) return { path: candidate, libraries: null, bundled: false };
  }
  throw new PdfRenderError(
    'no_browser',
    'No browser to make PDF files with: install Chrome or set CHROME_PATH.',
  );
}

async function findBundled(cache: string): Promise<Chrome | null> {
  const bundle = bundledChromium(cache);
  if (!bundle) return null;
  const executable = await bundle.executable();
  const refusal = await probe(executable, null);
  if (refusal === null) return { path: executable, libraries: null, bundled: true };
  // Slim images lack libnss3 and libnspr4, which the bundle carries along.
  const libraries = await bundle.libraries();
  const secondRefusal = await probe(executable, libraries);
  if (secondRefusal === null) return { path: executable, libraries, bundled: true };
  throw new PdfRenderError(
    'no_browser',
    `The bundled browser does not start (${secondRefusal}): install what it misses, or set CHROME_PATH.`,
  );
}

/** Runs the browser for its version alone; null when that works, else the line that says why not. */
async function probe(executable: string, libraries: string | null): Promise<string | null> {
  try {
    await run(executable, ['--version'], { env: libraryEnvironment(libraries), timeout: PROBE_TIMEOUT_MS });
    return null;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return stderr?.trim().split('\n')[0] || message;
  }
}

/** The variables by which a program finds the unpacked libraries. */
export function libraryEnvironment(libraries: string | null): Record<string, string> {
  if (libraries === null) return {};
  const inherited = process.env['LD_LIBRARY_PATH'];
  return { LD_LIBRARY_PATH: inherited ? `${libraries}:${inherited}` : libraries };
}

/** Where Chrome, Chromium and Edge are installed on each system, the most likely first. */
export function usualPlaces(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string[] {
  if (platform === 'darwin') {
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    const roots = ['/Applications', ...(environment['HOME'] ? [`${environment['HOME']}/Applications`] : [])];
    return roots.flatMap((root) => names.map((name) => `${root}/${name}.app/Contents/MacOS/${name}`));
  }
  if (platform === 'win32') {
    const programs = ['Google\\Chrome', 'Chromium', 'Microsoft\\Edge'];
    const roots = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((name) => environment[name]);
    return roots.flatMap((root) =>
      root
        ? programs.map(
            (name) => `${root}\\${name}\\Application\\${name.endsWith('Edge') ? 'msedge' : 'chrome'}.exe`,
          )
        : [],
    );
  }
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge'];
  const directories = (environment['PATH'] ?? '/usr/local/bin:/usr/bin').split(':');
  return names.flatMap((name) => directories.map((directory) => path.posix.join(directory, name)));
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
