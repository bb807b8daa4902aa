import { namesOf } from './feature-names.js';

/** The files that every feature with a table and an admin screen begins with, by path. */
export function featureFiles(slug: string, now: Date): Record<string, string> {
  const { camel, pascal, spoken, table } = namesOf(slug);
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return {
    [`migrations/${stamp}_${table}.ts`]: `import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(\`
    create table ${table} (
      id uuid primary key default uuidv7(),
      title text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
  \`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table ${table}');
}
`,
    [`src/domain/${slug}/${slug}.permissions.ts`]: `import { definePermissions } from '#domain/_shared/permission.js';

export const ${camel}Permissions = definePermissions({
  '${camel}:read': 'Read ${spoken}',
});
`,
    [`src/domain/${slug}/${slug}.errors.ts`]: `import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const ${camel}Errors = defineErrors({});
`,
    [`src/db/${slug}/${slug}.repository.ts`]: `import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';

export interface ${pascal}Row {
  id: string;
  title: string;
  createdAt: Date;
  updatedAt: Date;
}

export function create${pascal}Repository(knex: Knex) {
  return {
    list(query: ListQuery): Promise<Page<${pascal}Row>> {
      return listPage<${pascal}Row>({
        base: knex('${table}'),
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['title'],
        select: ['id', 'title', 'createdAt', 'updatedAt'],
      });
    },
  };
}
`,
    [`src/api/${slug}/${slug}.schemas.ts`]: `import { z } from 'zod';
import { instantSchema } from '#api/kernel/values.js';

export const ${camel}Schema = z
  .object({ id: z.string(), title: z.string(), createdAt: instantSchema, updatedAt: instantSchema })
  .meta({ id: '${pascal}' });
`,
    [`src/api/${slug}/${slug}.service.ts`]: `import { create${pascal}Repository } from '#db/${slug}/${slug}.repository.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import type { Platform } from '#operations/platform.js';

export function create${pascal}Service({ knex }: Pick<Platform, 'knex'>) {
  const repository = create${pascal}Repository(knex);
  return {
    list: (query: ListQuery) => repository.list(query),
  };
}
`,
    [`src/api/${slug}/${slug}.routes.ts`]: `import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { iso } from '#api/kernel/values.js';
import { ${camel}Schema } from './${slug}.schemas.js';

export const ${camel}Routes = routes('${slug}', [
  route({
    method: 'get',
    path: '/admin/${slug}',
    summary: 'List ${spoken}',
    auth: 'admin',
    permission: '${camel}:read',
    query: listQuerySchema({ sort: ['createdAt', 'title'] }),
    response: z.array(${camel}Schema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.${camel}.list(query), ({ id, title, createdAt, updatedAt }) => ({
        id,
        title,
        createdAt: iso(createdAt),
        updatedAt: iso(updatedAt),
      })),
  }),
]);
`,
    [`test/${slug}/${slug}.test.ts`]: `import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

describe('${spoken}', () => {
  it('are listed', async () => {
    const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
    const response = await platform.http.as(token).get('/admin/${slug}');
    expect([response.status, response.body.data]).toEqual([200, []]);
  });
});
`,
  };
}
