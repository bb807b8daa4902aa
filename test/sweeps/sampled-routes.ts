import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { allRoutes } from '#api/routes.js';
import type { Route } from '#api/kernel/route.js';
import { nameOf } from './send-route.js';

/** One route in so many is tried with everything in `npm test`, another choice for each commit. */
const ONE_IN = 3;

const seed = process.env['TEST_SEED'] ?? 'none';
const changedSlugs = new Set((process.env['TEST_CHANGED_SLUGS'] ?? '').split(',').filter(Boolean));

/** A number from a name, the same everywhere. */
const numberOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0);

/** The routes that the slugs that changed since `main` declare. */
async function changedRoutes(): Promise<Set<Route>> {
  const folder = (slug: string) =>
    new URL(import.meta.resolve(`#api/${slug}/none.js`).replace(/none\.\w+$/, ''));
  const files = [...changedSlugs]
    .filter((slug) => existsSync(folder(slug)))
    .flatMap((slug) =>
      readdirSync(folder(slug)).map((file) => `#api/${slug}/${file.replace(/\.ts$/, '.js')}`),
    )
    .filter((file) => file.endsWith('.routes.js'));
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>));
  return new Set(modules.flatMap((module) => Object.values(module)).flat() as Route[]);
}

/**
 * One of `of` shares of the routes whose requests are tried in this run: those whose slug has changed since `main`, and a
 * third of the others by the seed that the run prints. `TEST_SWEEPS=all` takes every route,
 * `TEST_SWEEPS=changed` none of those others.
 */
export async function sampledRoutes(share: number, of: number, all = false): Promise<[string, Route][]> {
  const changed = await changedRoutes();
  const every = all || process.env['TEST_SWEEPS'] === 'all';
  const only = process.env['TEST_SWEEPS'] === 'changed';
  return allRoutes
    .map((route): [string, Route] => [nameOf(route), route])
    .filter(([name]) => numberOf(name) % of === share)
    .filter(
      ([name, route]) => every || changed.has(route) || (!only && numberOf(`${seed} ${name}`) % ONE_IN === 0),
    );
}
