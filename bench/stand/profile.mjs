import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clusterFolder } from '../../scripts/supervisor/postgres-binaries.mjs';
import { postgresUser } from '../../scripts/supervisor/unprivileged-user.mjs';
import { cacheFolder } from './seeded-data.mjs';

const folder = () => cacheFolder('profile');

/** Has Node write a CPU profile of each of our processes when it ends. */
export function profilingEnvironment() {
  rmSync(folder(), { recursive: true, force: true });
  mkdirSync(folder(), { recursive: true });
  const profiler = new URL('profiler.mjs', import.meta.url).href;
  return { NODE_OPTIONS: `--import=${profiler}`, BENCH_PROFILE_DIR: folder() };
}

/** Has Postgres count its statements; to be called before it starts. */
export function countStatements(dataDir) {
  const file = join(clusterFolder(dataDir, postgresUser()), 'postgresql.auto.conf');
  appendFileSync(
    file,
    "shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track_planning = on\n",
  );
}

/** The statements that took most, planning and running. */
export async function heaviestStatements(stand, limit = 25) {
  await stand.query('create extension if not exists pg_stat_statements');
  return stand.query(
    `select calls::integer, plans::integer, round((total_plan_time + total_exec_time)::numeric) as "total ms",
       round(mean_plan_time::numeric, 3) as "plan ms", round(mean_exec_time::numeric, 3) as "run ms",
       left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as statement
     from pg_stat_statements order by total_plan_time + total_exec_time desc limit $1`,
    [limit],
  );
}

const maps = new Map();

const texts = new Map();

/** A bundle of packages has no map; the compiler says above each module which file it was. */
function inPackages(frame) {
  if (!texts.has(frame.url)) texts.set(frame.url, readFileSync(fileURLToPath(frame.url), 'utf8').split('\n'));
  const above = texts.get(frame.url).slice(0, frame.lineNumber + 1);
  const at = above.findLastIndex((line) => line.startsWith('// node_modules/'));
  if (at === -1) return frame;
  const url = new URL(`file:///${above[at].slice(3)}`).href;
  return { ...frame, url, lineNumber: frame.lineNumber - at - 1 };
}

/** The source of a function that the build has put into a bundle, by the map beside that. */
function inSources(frame) {
  if (!frame.url.startsWith('file:') || !frame.url.includes('/dist/')) return frame;
  if (frame.url.includes('/dist/packages/')) return inPackages(frame);
  if (!maps.has(frame.url)) {
    const file = `${fileURLToPath(frame.url)}.map`;
    maps.set(frame.url, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  }
  const entry = maps.get(frame.url)?.findEntry(frame.lineNumber, frame.columnNumber);
  if (!entry?.originalSource) return frame;
  return { ...frame, url: new URL(entry.originalSource, frame.url).href, lineNumber: entry.originalLine };
}

function where({ functionName, url, lineNumber }) {
  const path = url
    .replace(/^.*\/node_modules\//, 'node_modules/')
    .replace(/^.*\/(dist|src)\//, '')
    .replace(/^file:.*\//, '');
  return `${functionName || '(anonymous)'} ${path}${path ? `:${lineNumber + 1}` : ''}`;
}

const packageOf = ({ url, functionName }) =>
  /node_modules\/((@[^/]+\/)?[^/]+)/.exec(url)?.[1] ??
  (/\/(dist|src|sandboxes)\//.test(url)
    ? 'haat'
    : url.startsWith('node:')
      ? url.split('/')[0]
      : functionName);

/** What each profiled process spent its time on, without waiting: by package, and the functions that took most. */
export function readProfiles() {
  return readdirSync(folder())
    .filter((file) => file.endsWith('.cpuprofile'))
    .map((file) => {
      const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder(), file), 'utf8'));
      const frames = new Map(nodes.map((node) => [node.id, inSources(node.callFrame)]));
      const functions = new Map();
      const packages = new Map();
      let busy = 0;
      samples.forEach((id, index) => {
        const frame = frames.get(id);
        if (['(idle)', '(program)', '(root)'].includes(frame.functionName)) return;
        const ms = timeDeltas[index] / 1000;
        busy += ms;
        for (const [map, key] of [
          [functions, where(frame)],
          [packages, packageOf(frame)],
        ])
          map.set(key, (map.get(key) ?? 0) + ms);
      });
      const top = (map, count) =>
        [...map]
          .sort((item, other) => other[1] - item[1])
          .slice(0, count)
          .map(([what, ms]) => ({ what, ms: Math.round(ms), share: `${((ms / busy) * 100).toFixed(1)} %` }));
      const entry = nodes
        .map(({ callFrame }) => callFrame.url)
        .find((url) => /dist\/(server|worker|sandboxes\/main)\.js$/.test(url));
      return {
        process: entry?.split('/').at(-1) ?? file,
        busyMs: Math.round(busy),
        packages: top(packages, 20),
        functions: top(functions, 30),
      };
    });
}
