import { createSecondFactorsRepository } from '#db/accounts/second-factors.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';
import { phrase } from '#domain/mail/phrase.js';
import { createSecurityMail } from './second-factor-mail.js';

/**
 * Removes the second factor of an account by its e-mail address, for somebody who has lost the app and the recovery codes. The account
 * signs in by its password alone again and its sessions end; it is audited, and its owner gets a mail. False where there
 * is no such account, or it has no second factor.
 */
export function createResetSecondFactor(
  platform: Pick<Platform, 'unitOfWork' | 'audit' | 'mail' | 'principals'>,
) {
  const factors = createSecondFactorsRepository();
  const notify = createSecurityMail(platform);
  return async (ctx: Context, email: string): Promise<boolean> => {
    const userId = await platform.unitOfWork.run(ctx, async (tx) => {
      const user = await factors.userByEmail(tx, email.trim());
      if (!user || !(await factors.remove(tx, user.id))) return undefined;
      await factors.endSessions(tx, user.id);
      await platform.audit.record(tx, ctx, [
        { entity: 'user', entityId: user.id, action: 'resetSecondFactor', key: 'secondFactor' },
      ]);
      await notify(tx, ctx, user, phrase('security.factor_reset'));
      return user.id;
    });
    if (userId !== undefined) platform.principals.forget(userId);
    return userId !== undefined;
  };
}
