import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { cpuSeconds } from '../../bench/stand/process-usage.mjs';
import { inProject, projectRoot } from './paths.mjs';

/** CPU seconds that `calibrationSeconds` takes on the machine for which the budgets were written, with nothing beside it. */
const REFERENCE_SECONDS = 0.3;
/** What the same file takes differs by this much from run to run. */
const TOLERANCE = 1.25;
const SLOWEST = 10;

const rounded = (seconds) => Math.round(seconds * 10) / 10;

/**
 * CPU seconds of the same work on each machine, most like what tests do: JSON, strings, maps, sorting. Budgets are
 * compared after the difference, so that a slow or a busy machine is not taken for a slow test.
 */
export function calibrationSeconds() {
  const { user, system } = process.cpuUsage();
  let rows = Array.from({ length: 2_000 }, (_, index) => ({
    id: index,
    name: `row ${(index * 7919) % 2_000}`,
  }));
  for (let round = 0; round < 300; round += 1) {
    rows = JSON.parse(JSON.stringify(rows)).sort((first, second) => (first.name < second.name ? -1 : 1));
    const names = new Map(rows.map((row) => [row.name.replace(/\d+/, (text) => text.padStart(6, '0')), row]));
    rows = [...names.values()];
  }
  const used = process.cpuUsage();
  return (used.user + used.system - user - system) / 1e6;
}

/** The folder of a test file as `test/budgets.json` names it: `orders`, `plugins/stripe`. */
function folderOf(file) {
  const parts = file.split('/');
  return parts[0] === 'test'
    ? parts[1]
    : parts
        .slice(0, -1)
        .filter((part) => part !== 'test')
        .join('/');
}

/** What the files of a run have written, one line each. */
function readFiles(timings) {
  if (!existsSync(timings)) return [];
  return readFileSync(timings, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ file, wall, cpu }) => ({ file: relative(projectRoot, file).split(sep).join('/'), wall, cpu }));
}

function sumByFolder(files) {
  const folders = new Map();
  for (const { file, wall, cpu } of files) {
    const folder = folders.get(folderOf(file)) ?? { wall: 0, cpu: 0, files: 0 };
    folders.set(folderOf(file), { wall: folder.wall + wall, cpu: folder.cpu + cpu, files: folder.files + 1 });
  }
  return folders;
}

/**
 * What took more CPU than `test/budgets.json` allows: sentences.
 * @param {Map<string, { cpu: number }>} folders
 * @param {number} total CPU seconds of the run, with its database and engine
 * @param {{ total: number, feature: number, folders: Record<string, number> }} budgets `feature` is for folders without their own
 * @param {number} speed what the machine takes for the same work, as a multiple of the reference
 */
export function overBudget(folders, total, budgets, speed) {
  const slack = TOLERANCE * Math.max(1, speed);
  const rows = [...folders].map(([name, { cpu }]) => [name, cpu, budgets.folders[name] ?? budgets.feature]);
  return [...rows, ['the run', total, budgets.total]]
    .filter(([, cpu, budget]) => cpu > budget * slack)
    .map(
      ([name, cpu, budget]) =>
        `${name} took ${rounded(cpu)} CPU seconds; its budget is ${budget}, ${rounded(budget * slack)} on this machine`,
    );
}

/** What one run has taken, as `.cache/test-timings/<set>.json` keeps it. */
function keep({ set, wall, cpu, speed, files, folders }) {
  const row = ({ wall: seconds, cpu: used, ...rest }) => ({
    ...rest,
    wall: rounded(seconds),
    cpu: rounded(used),
  });
  const run = {
    endedAt: new Date().toISOString(),
    wall: rounded(wall),
    cpu: Object.fromEntries(Object.entries(cpu).map(([name, used]) => [name, rounded(used)])),
    speed: rounded(speed),
    folders: Object.fromEntries([...folders].sort().map(([name, folder]) => [name, row(folder)])),
    files: files.map(row),
  };
  mkdirSync(inProject('.cache', 'test-timings'), { recursive: true });
  writeFileSync(inProject('.cache', 'test-timings', `${set}.json`), `${JSON.stringify(run, undefined, 2)}\n`);
}

function saySlowest({ set, wall, cpu, files }, say) {
  const { total, ...parts } = cpu;
  const named = Object.entries(parts).map(([name, used]) => `${name} ${Math.round(used)}`);
  say(
    `${Math.round(wall)} s, ${Math.round(total)} CPU seconds (${named.join(', ')}); by file and folder in .cache/test-timings/${set}.json`,
  );
  if (files.length <= SLOWEST) return;
  say(`the ${SLOWEST} slowest files, seconds of wall and of CPU:`);
  for (const { file, wall: seconds, cpu: used } of files.slice(0, SLOWEST))
    say(`  ${rounded(seconds)}  ${rounded(used)}  ${file}`);
}

/**
 * Measures one run of the tests from now on.
 * @param {{ set: string, timings: string, pids: { postgres: number, engine: number } }} run `timings` is the file to which
 *   the test files write what they took
 * @returns {{ report(options: { checked: boolean }, say: (line: string) => void): boolean }} `report` keeps the figures, says
 *   the slowest, and returns whether every folder is within its budget (true where they are not `checked`); call it
 *   before the services end
 */
export function measureRun({ set, timings, pids }) {
  const began = performance.now();
  const roots = { total: process.pid, ...pids };
  const before = cpuSeconds(roots);
  const calibrations = [calibrationSeconds()];
  return {
    report({ checked }, say) {
      calibrations.push(calibrationSeconds());
      const after = cpuSeconds(roots);
      const used = Object.fromEntries(Object.keys(roots).map((name) => [name, after[name] - before[name]]));
      const { total, postgres, engine } = used;
      const cpu = { total, tests: total - postgres - engine, postgres, engine };
      const wall = (performance.now() - began) / 1000;
      const speed =
        calibrations.reduce((sum, seconds) => sum + seconds, 0) / calibrations.length / REFERENCE_SECONDS;
      const files = readFiles(timings).sort((first, second) => second.wall - first.wall);
      const folders = sumByFolder(files);
      keep({ set, wall, cpu, speed, files, folders });
      saySlowest({ set, wall, cpu, files }, say);
      if (!checked) return true;
      const budgets = JSON.parse(readFileSync(inProject('test', 'budgets.json'), 'utf8'))[set];
      const over = overBudget(folders, total, budgets, speed);
      for (const line of over) say(`over budget: ${line}`);
      return over.length === 0;
    },
  };
}
