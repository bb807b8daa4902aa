import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installNode, triedVersions, withNode } from './node-versions.mjs';
import { projectRoot } from './paths.mjs';
import { PlainError, printFailure } from './plain-error.mjs';
import { freePort } from './ports.mjs';
import { runCommand } from './processes.mjs';
import { portTable } from './settings.mjs';
import { postgresUser } from './unprivileged-user.mjs';

/** From nothing to a running platform, npm's downloads included. */
const READY_MS = 15 * 60_000;
const STOP_MS = 60_000;

const say = (line) => console.error(`newcomer: ${line}`);

/** What a shell of a new user holds: nothing of ours, and no cache. */
function newEnvironment(home, bin, env) {
  const kept = Object.entries(env).filter(([name]) =>
    /^(PATH|LANG|LC_\w+|TERM|https?_proxy|no_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|PIP_\w+|GOPROXY)$/i.test(
      name,
    ),
  );
  return withNode(bin, { ...Object.fromEntries(kept), HOME: home, TMPDIR: join(home, 'tmp') });
}

async function command(name, args, options) {
  say(`${[name, ...args].join(' ')}`);
  const { code } = await runCommand(name, args, { ...options, stdio: 'inherit' });
  if (code !== 0) throw new PlainError(`${name} ${args.join(' ')} ended with ${code}.`);
}

/** Starts the platform, waits for its last line, asks it how it is, and stops it. */
async function start(options) {
  const ports = {};
  for (const [name, { variable }] of Object.entries(portTable))
    ports[name] = { variable, port: await freePort() };
  const chosen = Object.fromEntries(
    Object.values(ports).map(({ variable, port }) => [variable, String(port)]),
  );
  say('npm start');
  const child = spawn('npm', ['start'], {
    ...options,
    env: { ...options.env, ...chosen },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own group, as in a terminal: npm leaves before what it has started is down.
    detached: true,
  });
  try {
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new PlainError('npm start was not ready in time.')), READY_MS);
      child.stdout.on('data', (chunk) => {
        process.stderr.write(chunk);
        if (/\bready\b/.test(String(chunk))) resolve(clearTimeout(late));
      });
      child.once('exit', (code) => reject(new PlainError(`npm start ended with ${code}.`)));
    });
    const response = await fetch(`http://127.0.0.1:${ports.api.port}/health/ready`);
    if (!response.ok) throw new PlainError(`The API responds to /health/ready with ${response.status}.`);
  } finally {
    await stopGroup(child.pid);
  }
}

/** Ctrl-C in a terminal: every process of the group gets it, and the group is waited for. */
async function stopGroup(pid) {
  const isThere = () => {
    try {
      return process.kill(-pid, 0);
    } catch {
      return false;
    }
  };
  if (isThere()) process.kill(-pid, 'SIGINT');
  const deadline = Date.now() + STOP_MS;
  while (isThere() && Date.now() < deadline) await sleep(200);
  if (!isThere()) return;
  process.kill(-pid, 'SIGKILL');
  throw new PlainError('npm start did not stop in time.');
}

async function tryWith(version, args, env, user) {
  const bin = await installNode(version, env, say);
  const home = mkdtempSync(join(tmpdir(), 'haat-newcomer-'));
  const [project, tmp] = [join(home, 'project', 'haat'), join(home, 'tmp')];
  try {
    chmodSync(home, 0o755);
    mkdirSync(tmp);
    mkdirSync(join(home, 'project'));
    await command('git', ['clone', '--quiet', '--no-hardlinks', projectRoot, project], { env });
    // The release as well: a user without rights may not be able to read the cache of this one.
    const ownBin = join(home, 'node');
    await command('cp', ['-R', bin, ownBin], { env });
    await command('chmod', ['-R', 'a+rX', home], { env });
    if (user.uid !== undefined) {
      for (const folder of [home, tmp]) chownSync(folder, user.uid, user.gid);
      await command('chown', ['-R', `${user.uid}:${user.gid}`, join(home, 'project')], { env });
    }
    const options = { cwd: project, env: newEnvironment(home, ownBin, env), ...user };
    await start(options);
    await command('npm', ['test', '--', ...args], options);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

/**
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<number>} the exit code
 */
export async function runAsNewcomer(args, env) {
  const at = args.indexOf('--node');
  const versions = at === -1 ? [triedVersions[0], triedVersions.at(-1)] : [args[at + 1]];
  const rest = at === -1 ? args : [...args.slice(0, at), ...args.slice(at + 2)];
  try {
    for (const version of versions) {
      await tryWith(version, rest, env, postgresUser());
      say(`Node ${version}: passed`);
    }
    return 0;
  } catch (error) {
    return printFailure(error, 'newcomer: ');
  }
}
