import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A version, and the hash of each migration that it was the first to have. */
export interface Release {
  version: string;
  /** SHA-256 of the file by the name of the migration. */
  migrations: Record<string, string>;
}

const listOf = (folder: string) => join(folder, 'released.json');
const fileOf = (folder: string, name: string) => join(folder, `${name}.ts`);
const hashOf = (folder: string, name: string) =>
  createHash('sha256')
    .update(readFileSync(fileOf(folder, name)))
    .digest('hex');

/** The released versions, the oldest first. @param folder `migrations` */
export function readReleases(folder: string): Release[] {
  return (JSON.parse(readFileSync(listOf(folder), 'utf8')) as { releases: Release[] }).releases;
}

/** The migrations of all releases, in the order in which they run. */
export const releasedNames = (releases: readonly Release[]): string[] =>
  releases.flatMap(({ migrations }) => Object.keys(migrations)).sort();

const migrationsIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => /^\d{14}_.*\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();

/** What stands against the rule that a released migration stays as it is and runs before all that are not released. */
export function releaseProblems(folder: string): string[] {
  const releases = readReleases(folder);
  const changed = releases.flatMap(({ version, migrations }) =>
    Object.entries(migrations).flatMap(([name, hash]) => {
      if (!existsSync(fileOf(folder, name)))
        return [`${name} was released with ${version} and is gone: restore it`];
      if (hashOf(folder, name) !== hash)
        return [`${name} was released with ${version} and has changed: restore it, and add a migration`];
      return [];
    }),
  );
  const released = releasedNames(releases);
  const last = released.at(-1) ?? '';
  const early = migrationsIn(folder).filter((name) => !released.includes(name) && name < last);
  return [...changed, ...early.map((name) => `${name} would run before the released ${last}: rename it`)];
}

/**
 * Lists every migration that no release has had yet under a version.
 * @returns their names
 * @throws Error when a released migration was changed, or the version is listed
 */
export function addRelease(folder: string, version: string): string[] {
  const problems = releaseProblems(folder);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const releases = readReleases(folder);
  if (releases.some((release) => release.version === version))
    throw new Error(`${version} is released already: raise the version in package.json first`);
  const released = new Set(releasedNames(releases));
  const names = migrationsIn(folder).filter((name) => !released.has(name));
  const migrations = Object.fromEntries(names.map((name) => [name, hashOf(folder, name)]));
  const text = JSON.stringify({ releases: [...releases, { version, migrations }] }, null, 2);
  writeFileSync(listOf(folder), `${text}\n`);
  return names;
}
