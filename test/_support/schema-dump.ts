import { createKnex } from '#db/kernel/knex.js';
import { schemaReference, tableNames } from '../../scripts/generated/schema-reference.js';

/** Everything that migrations can make, as text: two databases with the same text have the same schema. */
export async function schemaDump(url: string): Promise<string> {
  const knex = createKnex({ url, poolMax: 2, applicationName: 'schema-dump', guard: false });
  const list = async (sql: string) =>
    (await knex.raw<{ rows: { line: string }[] }>(sql)).rows.map(({ line }) => line).join('\n');
  const ours = (catalog: string, name: string) =>
    `not exists (select 1 from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${name}.oid and d.deptype = 'e')`;
  try {
    const tables = await tableNames(knex);
    const counts = tables.map(
      (table) => `select '${table}: ' || count(*) || ' rows' as line from "${table}"`,
    );
    return [
      await schemaReference(knex),
      await list(
        `select pg_get_triggerdef(t.oid) as line from pg_trigger t where not tgisinternal order by tgrelid::regclass::text, tgname`,
      ),
      await list(
        `select pg_get_functiondef(p.oid) as line from pg_proc p where pronamespace = 'public'::regnamespace
           and prokind in ('f', 'p') and ${ours('pg_proc', 'p')} order by proname, p.oid::regprocedure::text`,
      ),
      await list(
        `select format('%s %s %s', relkind, relname, pg_get_viewdef(c.oid)) as line from pg_class c
           where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname`,
      ),
      await list(
        `select format('sequence %s %s', relname, format_type(seqtypid, null)) as line
           from pg_class c join pg_sequence s on s.seqrelid = c.oid
           where relnamespace = 'public'::regnamespace and relname not like 'schema_migrations%' order by relname`,
      ),
      await list(
        `select format('type %s %s', typname, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as line
           from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and ${ours('pg_type', 't')} order by typname`,
      ),
      counts.length > 0 ? await list(counts.join(' union all ')) : '',
    ].join('\n\n');
  } finally {
    await knex.destroy();
  }
}
