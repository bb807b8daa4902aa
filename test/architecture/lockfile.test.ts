import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  optional?: boolean;
  os?: string[];
}

const root = join(import.meta.dirname, '..', '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(packages).filter(([path, item]) => path !== '' && !item.link && !item.inBundle);

/**
 * Binaries of systems that nothing here is installed on: the registry that the file was made with does not carry them,
 * so that their hashes are not known. npm writes them on the first install there.
 */
const unknownHashes = /^node_modules\/@(swc\/core|unrs\/resolver-binding)-/;

it('the lock file says of every package where it comes from, and what it has to be', () => {
  const wrong = locked.flatMap(([path, { resolved = '', integrity = '', optional }]) => [
    ...(resolved.startsWith('https://registry.npmjs.org/') ? [] : [`${path} is not of the public registry`]),
    ...(integrity.startsWith('sha512-') || (optional && unknownHashes.test(path))
      ? []
      : [`${path} has no hash`]),
  ]);
  expect(wrong).toEqual([]);
  expect(locked.filter(([, { integrity }]) => !integrity).length).toBeLessThanOrEqual(25);
});
