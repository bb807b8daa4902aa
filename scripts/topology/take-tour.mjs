import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProject } from '../supervisor/paths.mjs';
import { PlainError } from '../supervisor/plain-error.mjs';
import { runCommand } from '../supervisor/processes.mjs';
import { authorityFile } from './proxy.mjs';
import { tourScript } from './tour-script.mjs';

const TOUR_MS = 240_000;
/** The index is filled in the background after the demo data. */
const FILLED_MS = 60_000;

async function untilFilled(url, env) {
  for (const until = Date.now() + FILLED_MS; Date.now() < until; await sleep(500)) {
    const { output } = await runCommand('curl', ['-s', `${url}/health/ready`], { env });
    if (/"status":"ready"/.test(output) && !/"search":"filling"/.test(output)) return;
  }
  throw new PlainError(`${url}/health/ready did not say ready within ${FILLED_MS / 1000} s.`);
}

/**
 * Pastes the blocks of the README's tour, in an empty folder, and looks at the files that they leave.
 * @param {{ url: string, carrier: string, proxied: boolean, dataDir: string, say: (line: string) => void }} options
 * @throws PlainError with the end of what was printed
 */
export async function takeTour({ url, carrier, proxied, dataDir, say }) {
  const folder = mkdtempSync(join(tmpdir(), 'haat-tour-'));
  const env = { ...process.env, ...(proxied && { CURL_CA_BUNDLE: authorityFile(dataDir) }) };
  try {
    mkdirSync(join(folder, 'docs', 'tour'), { recursive: true });
    for (const file of ['products.csv', 'carrier-account.json'])
      copyFileSync(inProject('docs', 'tour', file), join(folder, 'docs', 'tour', file));
    await untilFilled(url, env);
    say('taking the tour of the README');
    const began = performance.now();
    const { code, output } = await runCommand(
      'bash',
      ['-e', '-o', 'pipefail', '-c', tourScript({ url, carrier })],
      {
        cwd: folder,
        env,
        timeoutMs: TOUR_MS,
      },
    );
    if (code !== 0) throw new PlainError(`The tour stopped (${code}): ${output.slice(-2_000)}`);
    for (const file of ['invoice.pdf', 'label.pdf'])
      if (!readFileSync(join(folder, file)).subarray(0, 5).equals(Buffer.from('%PDF-')))
        throw new PlainError(`The tour left ${file} which is no PDF.`);
    if (!readFileSync(join(folder, 'orders.csv'), 'utf8').includes('Order number'))
      throw new PlainError('The tour left orders.csv without its first line.');
    say(`the tour passed in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
