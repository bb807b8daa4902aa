import { existsSync, readFileSync } from 'node:fs';
import { collect, enclosed, HEAD, importsOf, lines, refuseDuplicates } from './list-text.mjs';
import { inProject } from './paths.mjs';
import { configFile } from './plugins.mjs';

/** Custom fields of plugins, and those of the configuration where it has any. */
export const customFieldList = {
  file: 'src/domain/custom-field-tables.ts',
  render(features) {
    const items = collect(features, 'domain', '.custom-fields.ts', /^export const (\w+CustomFields)\b/gm);
    const installed = inProject(configFile);
    const own = existsSync(installed) && /\bcustomFields:/.test(readFileSync(installed, 'utf8'));
    const ofConfig = `  { owner: '${configFile}', fields: config.customFields ?? {} },\n`;
    const list = lines(items, ({ slug, name }) => `{ owner: '${slug}', fields: ${name} }`);
    return `${HEAD}${own ? `import { config } from '#${configFile.replace(/ts$/, 'js')}';\n` : ''}import type { CustomFields } from './_shared/custom-field.js';
${importsOf(refuseDuplicates(items, 'src/domain/custom-field-tables.ts'))}
/** The custom fields of all plugins, \`domain/<name>.custom-fields.ts\`, and of the configuration. */
export const customFieldTables: readonly { owner: string; fields: CustomFields }[] = ${enclosed(
      `${own ? ofConfig : ''}${list}`,
    )};
`;
  },
};

/** The external catalogs that variants are sent to. */
export const feedList = {
  file: 'src/domain/feed-declarations.ts',
  render(features) {
    const items = collect(features, 'domain', '.feed.ts', /^export const (\w+): FeedDeclaration/gm);
    const onOneLine = `[${items.map(({ name }) => name).join(', ')}]`;
    const list = onOneLine.length <= 45 ? onOneLine : enclosed(lines(items, ({ name }) => name));
    return `${HEAD}import type { FeedDeclaration } from '#domain/feeds/feed-declaration.js';
${importsOf(refuseDuplicates(items, 'src/domain/feed-declarations.ts'))}
/** The feeds of all plugins, \`domain/<name>.feed.ts\`. */
export const feedDeclarations: readonly FeedDeclaration[] = ${list};
`;
  },
};
