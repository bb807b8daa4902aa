import type { Route } from '#api/kernel/route.js';
import { allPermissions } from '#domain/access/catalogue.js';
import { createSession } from '../_support/accounts.js';
import { createApiKey, recordUse } from '../_support/api-keys.js';
import type { TestPlatform } from '../_support/platform.js';
import type { Fixtures } from './fixtures.js';

/** Callers of the right kind who may do everything but what a route asks for. */
export interface Lacking {
  session(route: Route): Promise<string>;
  apiKey(route: Route): Promise<string>;
}

export function createLacking({ container }: TestPlatform, fixtures: Fixtures): Lacking {
  const known = new Map<string, Promise<string>>();
  const once = (name: string, make: () => Promise<string>) => {
    const token = known.get(name) ?? make();
    known.set(name, token);
    return token;
  };
  const allBut = (route: Route) => [...allPermissions].filter((item) => item !== route.permission);

  return {
    session: (route) =>
      once(`session ${route.permission}`, async () => {
        const { vendorId } = fixtures.vendor;
        return (await createSession(container, { permissions: allBut(route), vendorId })).token;
      }),
    apiKey: (route) =>
      once(`key ${route.permission}`, async () => {
        const made = await createApiKey(container, { ...fixtures.admin, permissions: allBut(route) });
        await recordUse(container, made);
        return made.key;
      }),
  };
}
