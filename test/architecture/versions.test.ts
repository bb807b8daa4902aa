import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { z } from 'zod';
import { openApiDocument } from '#api/kernel/openapi.js';
import { route, routes } from '#api/kernel/route.js';
import { announceDeprecation, INTERFACE_VERSION, sinceOf } from '#api/kernel/versions.js';
import { allRoutes } from '#api/routes.js';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;
const numbers = (version: string) => version.split('.').map(Number) as [number, number, number];
const DAY_MS = 86_400_000;

const [old] = routes('health', [
  route({
    method: 'get',
    path: '/health/old',
    summary: 'Get the former state',
    auth: 'public',
    since: '0.1.0',
    deprecated: { since: '0.3.0', announced: '2027-01-31', sunset: '2027-07-31', use: 'GET /health/live' },
    response: z.object({}),
    handler: () => Promise.resolve({}),
  }),
]);

describe('versions of the interface', () => {
  it('is the version of the package, in the reference too', () => {
    expect(INTERFACE_VERSION).toBe(read('package.json')['version']);
    expect((read('openapi.json')['info'] as { version: string }).version).toBe(INTERFACE_VERSION);
  });

  it('no operation is newer than the version that is being made', () => {
    const [major, minor, patch] = numbers(INTERFACE_VERSION);
    const newer = allRoutes.filter((item) => {
      const [a, b, c] = numbers(sinceOf(item));
      return a > major || (a === major && (b > minor || (b === minor && c > patch)));
    });
    expect(newer.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('each operation of the reference says since when it is there', () => {
    const paths = read('openapi.json')['paths'] as Record<string, Record<string, { 'x-since'?: string }>>;
    const silent = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operation['x-since'] ? [] : [`${method} ${path}`],
      ),
    );
    expect(silent).toEqual([]);
  });

  it('a deprecated operation keeps its callers for at least 90 days', () => {
    const short = allRoutes.filter(({ deprecated }) => {
      if (!deprecated) return false;
      return Date.parse(deprecated.sunset) - Date.parse(deprecated.announced) < 90 * DAY_MS;
    });
    expect(short.map(({ path }) => path)).toEqual([]);
  });

  it('a deprecated operation is announced by the reference and by headers of each response', async () => {
    if (!old) throw new Error('There is no route to deprecate');
    const operation = openApiDocument([old]).paths?.['/health/old']?.get as Record<string, unknown>;
    expect(operation).toMatchObject({ deprecated: true, 'x-since': '0.1.0', 'x-sunset': '2027-07-31' });
    expect(operation['description']).toContain('`GET /health/live`');

    const app = express();
    app.get(old.path, ...announceDeprecation(old), (_request, response) => response.status(404).json({}));
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const { headers } = await fetch(`http://127.0.0.1:${port}${old.path}`);
      expect(headers.get('deprecation')).toBe('@1801353600');
      expect(headers.get('sunset')).toBe('Sat, 31 Jul 2027 00:00:00 GMT');
      expect(headers.get('link')).toBe('</health/live>; rel="successor-version"');
    } finally {
      server.close();
    }
  });
});
