import { checkMigrations, migrateUp } from '#db/kernel/migrate.js';
import { directUrl, setRoleTimeouts } from '#db/kernel/pooler.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { readArguments } from './supervisor/arguments.mjs';

/**
 * Brings the schema up to date: `npm run migrate`. With `--check` it says what would run, or why nothing can, and changes nothing.
 */
try {
  const { check } = readArguments(process.argv.slice(2), { check: { type: 'boolean' } });
  const config = parseConfig(process.env);
  if (check) {
    const due = await checkMigrations(directUrl(config));
    console.log(due.length > 0 ? `To be migrated: ${due.join(', ')}` : 'The schema is up to date');
    process.exit(0);
  }
  const names = await migrateUp(directUrl(config));
  if (config.DATABASE_POOLER !== 'none') await setRoleTimeouts(directUrl(config));
  console.log(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'The schema is up to date');
} catch (error) {
  exitWithOneLine(error);
}
