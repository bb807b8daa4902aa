import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitWithOneLine } from '#lib/exit.js';
import { featureFiles } from './new-feature/feature-files.js';

const root = join(import.meta.dirname, '..', '..');

/** Adds the slug to the list that the tree is held to, in its alphabetical place. */
function addSlug(slug: string): void {
  const file = join(root, 'src/domain/slugs.ts');
  const text = readFileSync(file, 'utf8');
  const listed = [...text.matchAll(/^ {2}'([a-z0-9-]+)',$/gm)].map((match) => match[1] ?? '');
  if (listed.includes(slug)) throw new Error(`There is a feature called ${slug} already`);
  const sorted = [...listed, slug].sort().map((name) => `  '${name}',`);
  writeFileSync(file, text.replace(/ {2}'[\s\S]*?',\n\]/, `${sorted.join('\n')}\n]`));
}

/** Lays out the files of a new feature: `npm run new-feature <slug>`. Nothing that exists is touched. */
try {
  const [slug = ''] = process.argv.slice(2);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug)) throw new Error('npm run new-feature <slug>, kebab-case');
  const files = Object.entries(featureFiles(slug, new Date()));
  const taken = files.find(([file]) => existsSync(join(root, file)));
  if (taken) throw new Error(`${taken[0]} exists already`);
  addSlug(slug);
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    console.log(`  ${file}`);
  }
  console.log(`
Next:
  1. the columns, in the migration
  2. register the routes in src/api/routes.ts, the service in src/api/services.ts,
     the errors in src/domain/errors.ts, the permissions in src/domain/access/catalogue.ts
  3. name its entities in src/api/_shared/entities.ts and test/_support/entities.ts
  4. npm run generate
docs/patterns.md names an example of everything else.`);
} catch (error) {
  exitWithOneLine(error);
}
