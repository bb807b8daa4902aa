import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isOwnProcess, stopProcess } from './processes.mjs';

/**
 * A small process beside the test run that outlives it by a moment: when its stdin closes, for whatever reason,
 * kill -9 included, it stops the processes it was given and removes the folders. So no server and no temporary data is
 * left behind, however a test run ends.
 *
 * Lines on stdin are JSON: `{ "pid": 1, "signal": "SIGQUIT", "words": ["postgres"] }` or `{ "folder": "/tmp/x" }`.
 */
async function main() {
  const processes = [];
  const folders = [];
  for await (const line of createInterface({ input: process.stdin })) {
    const entry = JSON.parse(line);
    if (entry.folder === undefined) processes.push(entry);
    else folders.push(entry.folder);
  }
  const alive = processes.filter(({ pid, words }) => isOwnProcess(pid, words));
  await Promise.all(alive.map(({ pid, signal }) => stopProcess(pid, { signal, ms: 5_000 })));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Starts the process.
 * @returns {{ holdProcess(pid: number, signal: string, words: string[]): void, holdFolder(folder: string): void,
 *   release(): Promise<void> }} `release` stops and removes everything now
 */
export function startWatchdog() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    detached: true, // out of the terminal's process group: Ctrl-C must not reach it
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const send = (entry) => child.stdin.write(`${JSON.stringify(entry)}\n`);
  return {
    holdProcess: (pid, signal, words) => send({ pid, signal, words }),
    holdFolder: (folder) => send({ folder }),
    release: async () => {
      child.stdin.end();
      await closed;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
