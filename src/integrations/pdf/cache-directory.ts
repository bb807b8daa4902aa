import { constants } from 'node:fs';
import { access, lstat, mkdir } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import path from 'node:path';

const NAME = 'haat';

/**
 * A directory of this user alone for what is costly to make twice, such as the unpacked browser: below the user's
 * cache directory, or below the temporary one where there is no writable home (a container running as `nobody`).
 * @throws Error when neither can be used.
 */
export async function cacheDirectory(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const refusals: string[] = [];
  for (const candidate of candidates(environment)) {
    const refusal = await prepare(candidate);
    if (refusal === null) return candidate;
    refusals.push(`${candidate}: ${refusal}`);
  }
  throw new Error(`no directory to unpack the browser into (${refusals.join('; ')}); set XDG_CACHE_HOME`);
}

function candidates(environment: NodeJS.ProcessEnv): string[] {
  const home = environment['HOME'] ?? homeOfAccount();
  const found = environment['XDG_CACHE_HOME'] ?? (home ? path.join(home, '.cache') : undefined);
  const shared = path.join(tmpdir(), `${NAME}-${process.getuid?.() ?? userInfo().username}`);
  return found ? [path.join(found, NAME), shared] : [shared];
}

function homeOfAccount(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined; // A numeric user without an account, as containers have it.
  }
}

/** Null when usable, else why not. A directory of somebody else could hand us a browser of their making. */
async function prepare(directory: string): Promise<string | null> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const found = await lstat(directory);
    if (!found.isDirectory()) return 'not a directory';
    if (process.getuid && found.uid !== process.getuid()) return 'belongs to another user';
    await access(directory, constants.W_OK);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
