import { createApiKeysService } from '#api/access/api-keys.service.js';
import { allPermissions } from '#domain/access/catalogue.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Permission } from '#domain/_shared/permission.js';
import type { Container } from '#runtime/container.js';

export interface TestApiKey {
  id: string;
  /** For `Authorization: Bearer`. */
  key: string;
}

/**
 * A key as the platform issues it, of a user who holds what it is given.
 * @param options.permissions all there are, unless they are named
 */
export async function createApiKey(
  container: Container,
  options: {
    userId: string;
    permissions?: readonly string[];
    expiresAt?: Date;
    moneyActs?: boolean;
    allowedAddresses?: string[];
  },
): Promise<TestApiKey> {
  const {
    userId,
    permissions = [...allPermissions],
    expiresAt,
    moneyActs = true,
    allowedAddresses = [],
  } = options;
  const ctx = { ...systemContext({ actor: { type: 'user', id: userId } }, container.clock.now()), userId };
  const { id, key } = await createApiKeysService(container).create(ctx, {
    name: 'Test',
    permissions: [...permissions] as Permission[],
    expiresAt: expiresAt?.toISOString() ?? null,
    moneyActs,
    allowedAddresses,
  });
  return { id, key };
}

/** When a key was used is noted once a minute; noted already, a request that is refused changes no row at all. */
export async function recordUse({ knex }: Container, ...keys: readonly TestApiKey[]): Promise<void> {
  const ids = keys.map(({ id }) => id);
  await knex('access_api_keys')
    .whereIn('id', ids)
    .update({ lastUsedAt: new Date(Date.now() + 86_400_000) });
}
