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
 * Binaries of systems that nothing here is installed on, in the versions that the registry did not carry when the file
 * was made, so that their hashes are not known. npm writes a hash on the first install on such a system; a new
 * version of either package has no place on this list.
 */
const unknownHashes = [
  ...[
    'darwin-arm64',
    'darwin-x64',
    'linux-arm-gnueabihf',
    'linux-ppc64-gnu',
    'linux-s390x-gnu',
    'win32-arm64-msvc',
    'win32-ia32-msvc',
    'win32-x64-msvc',
  ].map((system) => `node_modules/@swc/core-${system} 1.16.22`),
  ...[
    'android-arm-eabi',
    'android-arm64',
    'darwin-arm64',
    'darwin-x64',
    'freebsd-x64',
    'linux-arm-gnueabihf',
    'linux-arm-musleabihf',
    'linux-loong64-gnu',
    'linux-loong64-musl',
    'linux-ppc64-gnu',
    'linux-riscv64-gnu',
    'linux-riscv64-musl',
    'linux-s390x-gnu',
    'openharmony-arm64',
    'win32-arm64-msvc',
    'win32-ia32-msvc',
    'win32-x64-msvc',
  ].map((system) => `node_modules/@unrs/resolver-binding-${system} 1.13.0`),
];

it('the lock file says of every package where it comes from, and what it has to be', () => {
  const elsewhere = locked.filter(([, { resolved }]) => !resolved?.startsWith('https://registry.npmjs.org/'));
  expect(elsewhere.map(([path]) => path)).toEqual([]);
  const unhashed = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  const unexplained = unhashed.filter(
    ([path, { version, optional }]) => !optional || !unknownHashes.includes(`${path} ${version}`),
  );
  expect(unexplained.map(([path]) => path)).toEqual([]);
});
