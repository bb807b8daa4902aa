import { createKnex } from '#db/kernel/knex.js';
import { tableNames } from '../../scripts/generated/schema-reference.js';

/** Leaves out what belongs to an extension. */
const own = (catalog: string, name: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${name}.oid and d.deptype = 'e')`;
const tableOf = (oid: string) => `${oid}::regclass::text`;
const inSchema = (column: string) => `${column} = 'public'::regnamespace`;
const knexTables = `c.relname not like 'schema_migrations%'`;

/** Each gives lines of text, sorted by the text itself: the order in which objects were created does not count. */
const catalogues: Record<string, string> = {
  extensions: `select extname from pg_extension where extname <> 'plpgsql'`,
  relations: `select format('%s %s persistence=%s options=%s', c.relkind, c.relname, c.relpersistence, c.reloptions)
    from pg_class c where ${inSchema('c.relnamespace')} and c.relkind in ('r', 'v', 'm', 'p') and ${knexTables} and ${own('pg_class', 'c')}`,
  columns: `select format('%s.%s %s%s%s%s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation::text end,
      case when a.attnotnull then ' not null' end, ' default ' || pg_get_expr(d.adbin, d.adrelid),
      case when a.attidentity <> '' then ' identity ' || a.attidentity::text end, case when a.attgenerated <> '' then ' generated ' || a.attgenerated::text end,
      case when a.attstorage <> t.typstorage then ' storage ' || a.attstorage::text end)
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${inSchema('c.relnamespace')} and c.relkind in ('r', 'p') and ${knexTables} and a.attnum > 0 and not a.attisdropped`,
  constraints: `select format('%s %s %s validated=%s', ${tableOf('k.conrelid')}, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${inSchema('k.connamespace')} and ${knexTables}`,
  indexes: `select format('%s valid=%s options=%s', pg_get_indexdef(i.indexrelid), i.indisvalid, x.reloptions)
    from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
    where ${inSchema('x.relnamespace')} and ${knexTables}`,
  triggers: `select format('%s enabled=%s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t where not t.tgisinternal`,
  functions: `select pg_get_functiondef(p.oid) from pg_proc p
    where ${inSchema('p.pronamespace')} and p.prokind in ('f', 'p') and ${own('pg_proc', 'p')}`,
  views: `select format('%s %s', c.relname, pg_get_viewdef(c.oid)) from pg_class c
    where ${inSchema('c.relnamespace')} and c.relkind in ('v', 'm') and ${own('pg_class', 'c')}`,
  sequences: `select format('%s %s start=%s by=%s min=%s max=%s cache=%s cycle=%s', c.relname, s.seqtypid::regtype, s.seqstart,
      s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)
    from pg_class c join pg_sequence s on s.seqrelid = c.oid where ${inSchema('c.relnamespace')} and ${knexTables}`,
  types: `select format('%s %s', t.typname, (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
    from pg_type t where ${inSchema('t.typnamespace')} and t.typtype in ('e', 'd', 'r') and ${own('pg_type', 't')}`,
  comments: `select format('%s %s: %s', o.type, o.identity, d.description)
    from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) o where o.schema = 'public'`,
};

/** The columns whose values each database makes by itself. */
const generatedColumns = (table: string) =>
  `array(select a.attname::text from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = '"${table}"'::regclass and pg_get_expr(d.adbin, d.adrelid) in ('uuidv7()', 'now()', 'clock_timestamp()'))`;

/**
 * Everything that migrations can make, as text: two databases with the same text have the same schema and the same rows.
 * Left out are the order of columns and the defaults that are generated with each row.
 */
export async function schemaDump(url: string): Promise<string> {
  const knex = createKnex({ url, poolMax: 2, applicationName: 'schema-dump', guard: false });
  const list = async (sql: string) =>
    (
      await knex.raw<{ rows: { line: string }[] }>(
        `select line from (${sql}) as all_lines (line) order by line collate "C"`,
      )
    ).rows
      .map(({ line }) => line)
      .join('\n');
  try {
    const sections: string[] = [];
    for (const [name, sql] of Object.entries(catalogues)) sections.push(`## ${name}\n${await list(sql)}`);
    const tables = await tableNames(knex);
    const rows = tables.map(
      (table) => `select '${table} ' || (to_jsonb(t) - ${generatedColumns(table)})::text from "${table}" t`,
    );
    sections.push(`## rows\n${rows.length > 0 ? await list(rows.join(' union all ')) : ''}`);
    return sections.join('\n\n');
  } finally {
    await knex.destroy();
  }
}
