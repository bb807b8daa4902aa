import { migrateUp } from '#db/kernel/migrate.js';
import { directUrl, setRoleTimeouts } from '#db/kernel/pooler.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';

/** Brings the schema up to date: `npm run migrate`. */
try {
  const config = parseConfig(process.env);
  const names = await migrateUp(directUrl(config));
  if (config.DATABASE_POOLER !== 'none') await setRoleTimeouts(directUrl(config));
  console.log(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'The schema is up to date');
} catch (error) {
  exitWithOneLine(error);
}
