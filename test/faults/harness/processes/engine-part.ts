import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findTemporalBinary } from '../../../../scripts/supervisor/temporal-binary.mjs';
import { startTemporal } from '../../../../scripts/supervisor/temporal-server.mjs';
import type { Journal } from '../journal.js';
import { createPart, type Part } from './part.js';

export interface EnginePart extends Part {
  /** Ends it and takes its file away: it comes back knowing nothing. False when it did not run. */
  lose(): Promise<boolean>;
}

/** An engine of the run's own that keeps everything in a file, so that it comes back with what it knew. */
export async function createEnginePart(options: {
  folder: string;
  port: number;
  namespace: string;
  journal: Journal;
  holdProcess: (pid: number, signal: string, words: string[]) => void;
}): Promise<EnginePart> {
  const { folder, port, namespace, journal, holdProcess } = options;
  const { file } = (await findTemporalBinary(process.env)) as { file: string };
  const database = join(folder, 'engine.db');
  const part = createPart({
    name: 'engine',
    journal,
    launch: () =>
      startTemporal({
        file,
        port,
        database,
        namespaces: [namespace],
        logFile: join(folder, 'logs', 'engine.log'),
        onSpawn: (pid: number) => holdProcess(pid, 'SIGKILL', ['start-dev', database]),
      }),
  });
  return Object.assign(part, {
    async lose(): Promise<boolean> {
      if (!(await part.kill())) return false;
      for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${database}${ending}`, { force: true });
      return true;
    },
  });
}
