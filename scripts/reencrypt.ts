import { createKnex } from '#db/kernel/knex.js';
import { directUrl } from '#db/kernel/pooler.js';
import { encryptAgain } from '#db/settings/re-encryption.repository.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createKeyring } from '#lib/keyring.js';

/**
 * `npm run reencrypt`: writes the secrets in the database anew with ENCRYPTION_KEY, so that a key of
 * ENCRYPTION_KEYS_ACCEPTED can be taken away. docs/operations.md says when. Ends with 1 while something is unreadable.
 */
try {
  const config = parseConfig(process.env);
  const knex = createKnex({
    url: directUrl(config),
    poolMax: 2,
    applicationName: 'haat-reencrypt',
    guard: false,
  });
  const done = await encryptAgain(knex, createKeyring(config));
  await knex.destroy();
  for (const { what, written, unreadable } of done) {
    console.log(`${what}: ${written} encrypted with the key of today`);
    for (const row of unreadable) console.log(`${what}: no key opens ${row}`);
  }
  if (done.some(({ unreadable }) => unreadable.length > 0)) process.exitCode = 1;
} catch (error) {
  exitWithOneLine(error);
}
