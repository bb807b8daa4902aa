import { migrateUp } from '#db/kernel/migrate.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';

/** Brings the schema up to date: `npm run migrate`. */
try {
  const config = parseConfig(process.env);
  const names = await migrateUp(config.DATABASE_URL);
  console.log(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'The schema is up to date');
} catch (error) {
  exitWithOneLine(error);
}
