import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Finding, finding, findingsOf } from '../finding.js';
import type { Fixtures } from '../flow.js';
import type { Part } from '../processes/part.js';
import type { PlatformProcesses } from '../processes/platform-processes.js';
import { cutOffUpload, leftBehind, printOnce } from './leftovers.js';

const TWO_DAYS_MS = 2 * 24 * 3_600_000;
const PROCESS_MS = 10_000;

/**
 * What killed processes leave behind is removed by those that come after them: files of uploads after a day, profiles
 * of browsers by the next browser. So both are killed once more while there is something to leave, the files are made
 * two days old, API and worker are started afresh, a document is printed, and then everything is asked to end.
 */
export async function checkAftermath(fixtures: Fixtures, processes: PlatformProcesses): Promise<Finding[]> {
  const { parts, sandboxes, folder } = processes;
  const both = [parts.api, parts.worker];
  const ends: [string, string | undefined][] = [];
  const findings: Finding[] = [];
  let abandoned: string[] = [];
  const stop = async (part: Part) => void ends.push([part.name, await part.stop()]);
  const again = async () => {
    await Promise.all(both.map((part) => part.bringUp()));
    return printOnce(fixtures);
  };

  findings.push(
    ...(await findingsOf('what killed processes leave', async () => {
      // Of two, the first goes on alone.
      await Promise.all([...both, ...processes.second()].map(stop));
      const printed = [await again()];
      await cutOffUpload(fixtures, processes.urls.api, parts.api);
      await parts.worker.kill({ alone: true });
      abandoned = leftBehind(folder);
      const longAgo = new Date(Date.now() - TWO_DAYS_MS);
      for (const name of abandoned) utimesSync(join(folder.path, name), longAgo, longAgo);
      printed.push(await again());
      const problems = printed.flatMap(({ problem }) => problem ?? []);
      const invoices = printed.filter((item) => item.invoiceId !== undefined).length;
      return [finding('an invoice can be printed again', invoices, problems, { mayBeEmpty: true })];
    })),
  );
  await Promise.all([...both, parts.relay, sandboxes].map(stop));
  // Telling a database or an engine that is not there takes its time, and says nothing new.
  await fixtures.container.stop().catch(() => undefined);
  await stop(parts.engine);
  await stop(parts.postgres);

  return [
    ...findings,
    finding(
      'every process ends in order when it is asked to',
      ends.length,
      ends.flatMap(([name, problem]) => (problem === undefined ? [] : [`${name}: ${problem}`])),
    ),
    finding('no temporary file is left', abandoned.length, leftBehind(folder)),
    await noProcessIsLeft(processes),
  ];
}

async function noProcessIsLeft(processes: PlatformProcesses): Promise<Finding> {
  const left = () => processes.everyone().alive;
  for (const until = Date.now() + PROCESS_MS; left().length > 0 && Date.now() < until;) await sleep(200);
  return finding(
    'no process is left',
    processes.everyone().known,
    left().map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`),
  );
}
