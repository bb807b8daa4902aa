import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

interface Locked {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
}

const root = join(import.meta.dirname, '..', '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(packages).filter(([path, item]) => path !== '' && !item.link && !item.inBundle);

it('the lock file says of every package where it comes from, and what it has to be', () => {
  const elsewhere = locked.filter(([, { resolved }]) => !resolved?.startsWith('https://registry.npmjs.org/'));
  expect(elsewhere.map(([path]) => path)).toEqual([]);
  const unhashed = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(unhashed.map(([path]) => path)).toEqual([]);
});
