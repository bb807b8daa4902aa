import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/**
 * A registry mirror that lacks the builds for other systems makes `npm install` leave them out of the lock file, and
 * `npm ci` then refuses it on every machine.
 */
test('the lock file names every optional package, also those for other systems', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('every locked package has a version', () => {
  const unversioned = Object.keys(packages).filter((path) => packages[path]?.version === undefined);
  expect(unversioned).toEqual([]);
});
