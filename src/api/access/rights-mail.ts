import { usersWithRole } from '#db/access/permission-holders.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { SUPER_ADMIN } from '#domain/access/built-in-roles.js';
import { deviceWords } from '#domain/accounts/device-words.js';
import { phrase } from '#domain/mail/phrase.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';

export interface RightsChange {
  /** The account, role or key that it is about. */
  whom: string;
  /** What it got or lost. */
  what: string;
}

/** Notifies every superAdmin that rights were handed out or taken: by whom, for whom, what, and from where. */
export function createRightsMail({ mail }: Pick<Platform, 'mail'>) {
  return async (tx: Tx, ctx: Context, { whom, what }: RightsChange): Promise<void> => {
    const recipients = await usersWithRole(tx, SUPER_ADMIN);
    const occasion = newId();
    await mail.enqueueAll(
      tx,
      ctx,
      recipients.map(({ id, email, name }) => ({
        template: 'auth.rights_changed',
        role: 'admin' as const,
        to: email,
        variables: {
          customerName: name,
          changedBy: ctx.email ?? ctx.actor.id,
          whom,
          what,
          address: ctx.address ?? phrase('origin.platform'),
          device: deviceWords(ctx.userAgent),
          changedAt: ctx.now.toISOString(),
        },
        dedupeKey: `auth.rights_changed:${id}:${occasion}`,
      })),
    );
  };
}

export type RightsMail = ReturnType<typeof createRightsMail>;
