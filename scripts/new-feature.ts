import { join } from 'node:path';
import { exitWithOneLine } from '#lib/exit.js';
import { layOutFeature } from './new-feature/lay-out.js';

const root = join(import.meta.dirname, '..', '..');

/** `npm run new-feature <slug>`: writes and registers a feature that can list its rows, and names every file it touched. */
try {
  const [slug = ''] = process.argv.slice(2);
  const { written, changed } = layOutFeature(root, slug, new Date());
  for (const file of written) console.log(`  new      ${file}`);
  for (const file of changed) console.log(`  changed  ${file}: a line for ${slug}`);
  console.log(`
Its list responds already. Next:
  npm run generate               the reference, the map of features and the schema, with the new feature in them
  npm test -- test/${slug}${' '.repeat(Math.max(1, 14 - slug.length))}it passes; then the columns in the migration, and everything else
Each entity that a path names goes into src/api/kernel/entities.ts, and how a row of it is made into
test/_support/entities.ts. CONTRIBUTING.md has the steps, docs/patterns.md an example of each kind of code.`);
} catch (error) {
  exitWithOneLine(error);
}
