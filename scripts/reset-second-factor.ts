import { createSecondFactorsRepository } from '#db/accounts/second-factors.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createSecurityMail } from '#operations/accounts/second-factor-mail.js';
import { createContainer } from '#runtime/container.js';

/**
 * `npm run admin:reset-second-factor <email>`: the way back for somebody who has lost the app and the recovery codes. The
 * account signs in by its password alone again and its sessions end; it is audited, and its owner gets a mail.
 */
try {
  const email = process.argv[2] ?? '';
  const container = await createContainer(parseConfig(process.env), { name: 'reset-second-factor' });
  const factors = createSecondFactorsRepository();
  const ctx = systemContext({ name: 'reset-second-factor' }, container.clock.now());
  const done = await container.unitOfWork.run(ctx, async (tx) => {
    const user = await factors.userByEmail(tx, email);
    if (!user || !(await factors.remove(tx, user.id))) return false;
    await factors.endSessions(tx, user.id);
    await container.audit.record(tx, ctx, [
      { entity: 'user', entityId: user.id, action: 'resetSecondFactor', key: 'secondFactor' },
    ]);
    await createSecurityMail(container)(
      tx,
      ctx,
      user,
      'The second factor was removed by an operator of the platform',
    );
    return true;
  });
  await container.stop();
  console.log(done ? `The second factor of ${email} is removed` : `${email} has no second factor`);
  if (!done) process.exitCode = 1;
} catch (error) {
  exitWithOneLine(error);
}
