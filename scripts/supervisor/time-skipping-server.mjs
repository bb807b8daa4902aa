import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheDirectory } from './paths.mjs';
import { runCommand } from './processes.mjs';
import { downloadBySdk } from './temporal-download.mjs';

/**
 * Temporal's test server, whose clock runs ahead whenever every workflow waits: a day of retries is over in a moment.
 * Only tests use it; those that need it skip with a word where it is missing.
 */
const artifact = { groupId: 'io.temporal', artifactId: 'temporal-test-server', version: '1.38.0' };
const mainClass = 'io.temporal.testserver.TestServer';

const places = (env) => {
  const folder = join(cacheDirectory(env), 'temporal-test-server');
  return { folder, downloaded: join(folder, 'server'), java: join(folder, `java-${artifact.version}`) };
};

/** Shell quoting for a path in the launcher. */
const quoted = (path) => `'${path.replaceAll("'", String.raw`'\''`)}'`;

/**
 * The program, if it was fetched before or is named by `TEMPORAL_TEST_SERVER_PATH`.
 * @param {Record<string, string | undefined>} env
 * @returns {string | undefined} its full path
 */
export function findTimeSkippingServer(env) {
  const { downloaded, java } = places(env);
  return [env.TEMPORAL_TEST_SERVER_PATH, downloaded, join(java, 'server')].find(
    (file) => file && existsSync(file),
  );
}

/**
 * Fetches it once: by the Temporal SDK's own download, else the Java build with Maven.
 * @returns {Promise<string | undefined>} its full path; undefined when neither way works here, `say` told why
 */
export async function fetchTimeSkippingServer(env, say) {
  const found = findTimeSkippingServer(env);
  if (found) return found;
  const { folder, downloaded, java } = places(env);
  mkdirSync(folder, { recursive: true });
  try {
    const file = await downloadBySdk(downloaded, say, 'createTimeSkipping');
    if (file) return file;
  } catch (error) {
    say(`the download of the Temporal SDK: ${error.message}`);
  }
  try {
    return await installWithMaven(java, say);
  } catch (error) {
    say(`the Java build by Maven: ${error.message.trim().split('\n')[0]}`);
    return undefined;
  }
}

async function installWithMaven(target, say) {
  const work = mkdtempSync(join(dirname(target), 'fetch-'));
  try {
    const { groupId, artifactId, version } = artifact;
    const dependency = `<groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version>`;
    writeFileSync(
      join(work, 'pom.xml'),
      `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>haat</groupId><artifactId>time-skipping-server</artifactId><version>1</version>
<dependencies><dependency>${dependency}</dependency></dependencies></project>`,
    );
    say(`fetching ${artifactId} ${version} with Maven (once, 40 MB)`);
    const finished = join(work, 'server-of-java');
    await succeed('java', ['-version'], work);
    await succeed(
      'mvn',
      [
        '-q',
        '-B',
        'dependency:copy-dependencies',
        '-DincludeScope=runtime',
        `-DoutputDirectory=${join(finished, 'lib')}`,
      ],
      work,
    );
    const launcher = join(finished, 'server');
    const classes = quoted(join(target, 'lib', '*'));
    // The SDK waits five seconds for it: start fast rather than run fast.
    const quick = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto';
    writeFileSync(launcher, `#!/bin/sh\nexec java ${quick} -cp ${classes} ${mainClass} "$@"\n`);
    chmodSync(launcher, 0o755);
    // In one step, so that nobody finds half of it; another fetch may have been quicker.
    if (!existsSync(target)) renameSync(finished, target);
    return join(target, 'server');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function succeed(command, args, cwd) {
  const { code, output } = await runCommand(command, args, { cwd, timeoutMs: 240_000 });
  if (code !== 0) throw new Error(`${command} failed: ${output.trim().split('\n').at(-1)}`);
}
