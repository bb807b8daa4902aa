import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { z } from 'zod';
import { API_KEY_PREFIX } from '#api/accounts/credentials.js';
import { requireUser } from '#api/kernel/require.js';
import { iso } from '#api/kernel/values.js';
import { createAccessRepository } from '#db/access/access.repository.js';
import { type ApiKeyRow, createApiKeysRepository } from '#db/access/api-keys.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { permissionsOfRole } from '#domain/access/built-in-roles.js';
import type { Platform } from '#operations/platform.js';
import { randomToken, sha256 } from '#lib/crypto.js';
import type { apiKeyInputSchema, apiKeySchema, createdApiKeySchema } from './access.schemas.js';
import { createRightsMail } from './rights-mail.js';
import { assertHolds, currentPermissions } from './grants.js';

type ApiKey = z.infer<typeof apiKeySchema>;

/** Enough to tell keys apart, far too little to guess the rest. */
const SHOWN_CHARACTERS = API_KEY_PREFIX.length + 6;

function view(row: ApiKeyRow): ApiKey {
  const { id, name, prefix, permissions, createdBy } = row;
  return {
    id,
    name,
    prefix,
    permissions,
    createdBy,
    createdAt: iso(row.createdAt),
    expiresAt: iso(row.expiresAt),
    lastUsedAt: iso(row.lastUsedAt),
    lastUsedAddress: row.lastUsedAddress,
    moneyActs: row.moneyActs,
    allowedAddresses: row.allowedAddresses,
    revokedAt: iso(row.revokedAt),
  };
}

export function createApiKeysService(
  container: Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'principals' | 'mail'>,
) {
  const { knex, unitOfWork, audit, principals } = container;
  const access = createAccessRepository(knex);
  const keys = createApiKeysRepository(knex);
  const mailRights = createRightsMail(container);

  return {
    async list(query: ListQuery): Promise<Page<ApiKey>> {
      const page = await keys.list(query);
      return { ...page, rows: page.rows.map(view) };
    },

    /**
     * Makes a key that can do the given part of what its creator can. Only its hash is stored.
     * @throws AppError FORBIDDEN for permissions that the caller does not hold, VALIDATION_ERROR for an end in the past
     */
    async create(
      ctx: Context,
      input: z.output<typeof apiKeyInputSchema>,
    ): Promise<z.infer<typeof createdApiKeySchema>> {
      const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
      if (expiresAt && expiresAt <= ctx.now) {
        const issue: FieldIssue = {
          path: 'body.expiresAt',
          message: 'must be in the future',
          code: 'too_small',
        };
        throw platformErrors.validation({}, { errors: [issue] });
      }
      const key = `${API_KEY_PREFIX}${randomToken()}`;
      const row = await unitOfWork.run(ctx, async (tx) => {
        assertHolds(await currentPermissions(tx, ctx, access, 'apiKey:manage'), input.permissions);
        const created = await keys.insert(tx, {
          name: input.name,
          prefix: key.slice(0, SHOWN_CHARACTERS),
          hash: sha256(key),
          permissions: input.permissions,
          createdBy: requireUser(ctx),
          expiresAt,
          moneyActs: input.moneyActs,
          allowedAddresses: input.allowedAddresses,
        });
        const { name, prefix, permissions, moneyActs, allowedAddresses } = created;
        const after = { name, prefix, permissions, moneyActs, allowedAddresses };
        await audit.record(tx, ctx, [{ entity: 'apiKey', entityId: created.id, action: 'create', after }]);
        await mailRights(tx, ctx, {
          whom: `API key "${name}" (${prefix}…)`,
          what: `created with ${permissions.join(', ')}${moneyActs ? ' and acts with money' : ''}`,
        });
        return created;
      });
      return { ...view(row), key };
    },

    /**
     * Ends a key for good; a repeat is the same again.
     * @throws AppError FORBIDDEN when somebody else's key holds more than the caller
     */
    async revoke(ctx: Context, id: string): Promise<ApiKey> {
      const row = await unitOfWork.run(ctx, async (tx) => {
        const held = await currentPermissions(tx, ctx, access, 'apiKey:manage');
        const found = await keys.find(tx, id);
        if (!found) throw platformErrors.notFound({ entity: 'Api key' });
        if (found.createdBy !== ctx.userId)
          assertHolds(held, permissionsOfRole({ name: '', builtIn: false, permissions: found.permissions }));
        if (await keys.revoke(tx, id, ctx.now)) {
          await audit.record(tx, ctx, [{ entity: 'apiKey', entityId: id, action: 'revoke' }]);
        }
        return (await keys.find(tx, id)) ?? found;
      });
      principals.forget(row.createdBy);
      return view(row);
    },
  };
}
