import type { Route } from '#api/_shared/route.js';
import { allPermissions } from '#domain/access/catalogue.js';
import { createSession } from '../_support/accounts.js';
import type { TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import type { World } from './world.js';

/** Callers of the right kind who may do everything but what a route asks for. */
export interface Lacking {
  session(route: Route): Promise<string>;
  apiKey(route: Route): Promise<string>;
}

export function createLacking({ container, http }: TestPlatform, world: World): Lacking {
  const known = new Map<string, Promise<string>>();
  const once = (name: string, make: () => Promise<string>) => {
    const token = known.get(name) ?? make();
    known.set(name, token);
    return token;
  };
  const allBut = (route: Route) => [...allPermissions].filter((one) => one !== route.permission);

  return {
    session: (route) =>
      once(`session ${route.permission}`, async () => {
        const { vendorId } = world.vendor;
        return (await createSession(container, { permissions: allBut(route), vendorId })).token;
      }),
    apiKey: (route) =>
      once(`key ${route.permission}`, async () => {
        const body = { name: 'All but one', permissions: allBut(route) };
        const made = await http
          .as(world.admin.token)
          .post<{ id: string; key: string }>('/admin/api-keys', body);
        const { id, key } = data(made);
        // When a key was used is noted once a minute, which is no change that a refused request makes.
        const lastUsedAt = new Date(Date.now() + 86_400_000);
        await container.knex('access_api_keys').where({ id }).update({ lastUsedAt });
        return key;
      }),
  };
}
