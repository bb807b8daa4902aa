import { systemContext } from '#domain/_shared/context.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createResetSecondFactor } from '#operations/accounts/reset-second-factor.js';
import { createContainer } from '#runtime/container.js';

/** `npm run admin:reset-second-factor <email>`: the way back for somebody who has lost the app and the recovery codes. */
try {
  const email = process.argv[2] ?? '';
  if (email === '')
    throw new Error('Name the account: npm run admin:reset-second-factor -- asha@example.com');
  const container = await createContainer(parseConfig(process.env), { name: 'reset-second-factor' });
  const ctx = systemContext({ name: 'reset-second-factor' }, container.clock.now());
  const done = await createResetSecondFactor(container).byEmail(ctx, email);
  await container.stop();
  console.log(
    done
      ? `The second factor of ${email} is removed; its sessions have ended, and a mail says so`
      : `There is no account ${email} with a second factor`,
  );
  if (!done) process.exitCode = 1;
} catch (error) {
  exitWithOneLine(error);
}
