import type { FeatureKind } from './feature-files.js';
import { namesOf } from './feature-names.js';

/** A change of one file that exists: takes its text, returns the new one. */
export type Registration = readonly [file: string, change: (text: string) => string];

/** One line of a table: its indentation and its name. */
const ENTRY = /^( +)(?:\.\.\.)?'?([A-Za-z][\w-]*)/;

/** Everywhere a feature must be named for its routes to respond, by file. */
export function registrations(slug: string, kind: FeatureKind): Registration[] {
  return [
    ...ofRows(slug),
    ...(kind === 'crud' ? [] : ofBackground(slug)),
    ...(kind === 'flow' ? ofFlow(slug) : []),
    ...(kind === 'webhook' ? ofWebhook(slug) : []),
  ];
}

/** Where rows with an admin screen are listed. */
function ofRows(slug: string): Registration[] {
  const { camel, pascal, key, entity, title } = namesOf(slug);
  return [
    ['src/domain/slugs.ts', (text) => addSlug(text, slug)],
    [
      'src/domain/errors.ts',
      (text) =>
        addEntry(
          addImport(text, `${camel}Errors`, `./${slug}/${slug}.errors.js`),
          `  ${key}: ${camel}Errors,`,
        ),
    ],
    [
      'src/domain/access/catalogue.ts',
      (text) =>
        addEntry(
          addImport(text, `${camel}Permissions`, `#domain/${slug}/${slug}.permissions.js`),
          `  ...${camel}Permissions,`,
        ),
    ],
    [
      'src/api/services.ts',
      (text) =>
        addEntry(
          addImport(text, `create${pascal}Service`, `./${slug}/${slug}.service.js`),
          `    ${camel}: create${pascal}Service(platform),`,
        ),
    ],
    [
      'src/api/routes.ts',
      (text) =>
        addEntry(addImport(text, `${camel}Routes`, `./${slug}/${slug}.routes.js`), `  ...${camel}Routes,`),
    ],
    [
      'src/api/kernel/reference-texts.ts',
      (text) => addEntry(text, `  ${key}: '${title}.',`, 'export const tagTexts'),
    ],
    ['src/api/kernel/entities.ts', (text) => addEntry(text, `  '${entity}',`)],
    [
      'test/_support/entities.ts',
      (text) =>
        addEntry(
          addImport(text, `${camel}Entities`, `../${slug}/${slug}.entities.js`),
          `  ...${camel}Entities,`,
        ),
    ],
  ];
}

/** Where work in the background is listed. */
function ofBackground(slug: string): Registration[] {
  const { camel, pascal } = namesOf(slug);
  return [
    [
      'src/events/subscriptions.ts',
      (text) =>
        addEntry(
          addImport(text, `${camel}Subscriptions`, `./${slug}.subscriptions.js`),
          `  ...${camel}Subscriptions,`,
        ),
    ],
    [
      'src/activities/index.ts',
      (text) =>
        addEntry(
          addImport(text, `create${pascal}Queues`, `#activities/${slug}/${slug}.queues.js`),
          `  create${pascal}Queues,`,
          'const features = [',
        ),
    ],
  ];
}

/** A second set of routes with their service. */
function ofRoutes(slug: string, part: string): Registration[] {
  const { camel, pascal } = namesOf(slug);
  const [name, file] = [part.charAt(0).toUpperCase() + part.slice(1), `./${slug}/${slug}-${part}`];
  return [
    [
      'src/api/services.ts',
      (text) =>
        addEntry(
          addImport(text, `create${pascal}${name}Service`, `${file}.service.js`),
          `    ${camel}${name}: create${pascal}${name}Service(platform),`,
        ),
    ],
    [
      'src/api/routes.ts',
      (text) =>
        addEntry(
          addImport(text, `${camel}${name}Routes`, `${file}.routes.js`),
          `  ...${camel}${name}Routes,`,
        ),
    ],
  ];
}

/** Where a workflow is listed, and what an operator does about its runs. */
function ofFlow(slug: string): Registration[] {
  const { pascalEntity, entity } = namesOf(slug);
  const table = `${slug.replaceAll('-', '_')}_preparations`;
  const entityId = `${entity.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`;
  const workflow = `prepare${pascalEntity}`;
  return [
    ...ofRoutes(slug, 'preparations'),
    [
      'src/workflows/index.ts',
      (text) => addExport(text, workflow, `./${slug}/${fileOf(workflow)}.workflow.js`),
    ],
    [
      'src/domain/jobs/remedies.ts',
      (text) =>
        addEntry(
          text,
          `  ${workflow}: 'Correct what the reason names, then request it again.',`,
          'export const remedies',
        ),
    ],
    [
      'src/db/events/open-flows.query.ts',
      (text) =>
        addEntry(
          text,
          `  '${slug}-prepare': \`select ${entityId} from ${table} where done_rev < requested_rev\`,`,
          'const openEntities',
        ),
    ],
  ];
}

/** Where a webhook's secret and the request of its sweeps are listed. */
function ofWebhook(slug: string): Registration[] {
  const { camel } = namesOf(slug);
  return [
    ...ofRoutes(slug, 'webhooks'),
    [
      'src/domain/settings/registry.ts',
      (text) =>
        addEntry(
          addImport(text, `${camel}Settings`, `#domain/${slug}/${slug}.settings.js`),
          `  ${camel}Settings,`,
          'const tables',
        ),
    ],
    [
      'test/sweeps/route-fixtures.ts',
      (text) =>
        addEntry(
          addImport(text, `${camel}RouteFixtures`, `../${slug}/${slug}.route-fixtures.js`),
          `  ...${camel}RouteFixtures,`,
          'export const routeFixtures',
        ),
    ],
  ];
}

const fileOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function addSlug(text: string, slug: string): string {
  if (text.includes(`  '${slug}',\n`)) throw new Error(`There is a feature called ${slug} already`);
  return addEntry(text, `  '${slug}',`);
}

/** Adds an import among those of its kind, neighbours or from the layers. */
function addImport(text: string, name: string, path: string): string {
  const kind = path.startsWith('./') ? String.raw`\./[^_]` : path.startsWith('../') ? String.raw`\.\./` : '#';
  const present = [...text.matchAll(new RegExp(`^import [^\\n]* from '(${kind}[^\\n]*)';\\n`, 'gm'))];
  return insertSorted(text, `import { ${name} } from '${path}';`, path, present);
}

/** Adds a line to a file of exports. */
function addExport(text: string, name: string, path: string): string {
  const present = [...text.matchAll(/^export \{ \w+ \} from '([^']+)';\n/gm)];
  return insertSorted(text, `export { ${name} } from '${path}';`, path, present);
}

/**
 * Adds a line to the table that a file is there for: the one that begins with `table`, or the last list or object that
 * the file opens at the line's indentation.
 */
function addEntry(text: string, line: string, table?: string): string {
  const [, indent = '', name = ''] = ENTRY.exec(line) ?? [];
  const opened =
    table === undefined
      ? ([...text.matchAll(/(?: = [[{]|return \{)\n/g)].at(-1)?.index ?? 0)
      : text.indexOf(table);
  const closed = text.slice(opened).search(new RegExp(`^ {0,${indent.length - 1}}[}\\]]`, 'm')) + opened;
  const present = [...text.matchAll(new RegExp(`^${indent}(?:\\.\\.\\.)?'?([A-Za-z][\\w-]*).*,\\n`, 'gm'))];
  const own = present.filter(({ index }) => index > opened && index < closed);
  return insertSorted(text, line, name, own);
}

/** Behind the last line that sorts before it: the tables are in order nearly everywhere. */
function insertSorted(text: string, line: string, name: string, present: RegExpExecArray[]): string {
  const [first] = present;
  if (!first) throw new Error(`Found no place for the line: ${line.trim()}`);
  const before = present.filter(([, other = '']) => other < name).at(-1);
  const at = before ? before.index + before[0].length : first.index;
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}
