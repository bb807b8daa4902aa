import type { Contract } from './contract.js';
import { clientsOf, type World } from './world.js';

/** Requests that need a permission, as they are sent. */
export type Guarded = readonly [permission: string, ...requests: string[]];

const allPermissions = (t: Contract, world: World): Promise<string[]> =>
  world.once('permissions', async () => {
    const { body } = await t.send<{ permission: string }[]>(
      clientsOf(t, world).admin,
      'GET /admin/permissions',
    );
    return body.data.map(({ permission }) => permission);
  });

/**
 * Who may call what: without a session 401, as a customer 403, with every other permission 403, with this one alone
 * neither. Ids in the paths may be made up: who may not call is told so before anything is looked for.
 */
export async function holdPermissions(t: Contract, world: World, rows: readonly Guarded[]): Promise<void> {
  const { customer } = clientsOf(t, world);
  const all = await allPermissions(t, world);
  for (const [permission, ...requests] of rows) {
    t.holds(`the permission ${permission} exists`, all.includes(permission), all);
    const others = all.filter((name) => name !== permission);
    const without = t.http.as((await world.account({ permissions: others })).token);
    const alone = t.http.as((await world.account({ permissions: [permission] })).token);
    for (const request of requests) {
      const body = request.startsWith('GET ') ? undefined : {};
      await t.refused(t.http, 'without a session', request, body, 401);
      await t.refused(customer, 'as a customer', request, body, 403);
      await t.refused(without, `with everything but ${permission}`, request, body, 403);
      const { status } = await t.send(alone, request, body);
      t.holds(
        `${request}, with ${permission} alone: is let in`,
        status !== 401 && status !== 403 && status < 500,
        status,
      );
    }
  }
}

/** Operations of customers or vendors: without a session 401. */
export async function holdSessions(t: Contract, requests: readonly string[]): Promise<void> {
  for (const request of requests)
    await t.refused(t.http, 'without a session', request, request.startsWith('GET ') ? undefined : {}, 401);
}
