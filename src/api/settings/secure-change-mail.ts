import { usersWithRole } from '#db/access/permission-holders.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Setting } from '#domain/_shared/setting.js';
import { SUPER_ADMIN } from '#domain/access/built-in-roles.js';
import { FORMER_CONNECTION } from '#domain/mail/mail-message.js';
import { mailRoute } from '#integrations/mail/email-settings.js';
import { newId } from '#lib/ids.js';
import { readEmailSettings } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';

/**
 * Notifies every superAdmin of changed secure settings. The mail leaves by the connection as it was before the change:
 * an attacker who redirects the platform's mail must not receive, or drop, the notice of it.
 */
export async function mailSecureChange(
  { mail, settings, config }: Pick<Platform, 'mail' | 'settings' | 'config'>,
  tx: Tx,
  ctx: Context,
  changed: readonly Setting<unknown>[],
): Promise<void> {
  if (changed.length === 0) return;
  const former = readFormer(settings);
  // Where no mail left before, there is no way that the change could have taken over.
  if (former && mailRoute(former, config).kind === 'none') return;
  const occasion = newId();
  const recipients = await usersWithRole(tx, SUPER_ADMIN);
  await mail.enqueueAll(
    tx,
    ctx,
    recipients.map(({ id, email, name }) => ({
      template: 'auth.secure_settings_changed',
      role: 'admin' as const,
      to: email,
      variables: {
        customerName: name,
        settings: changed.map(({ key }) => key).join(', '),
        changedBy: ctx.email ?? ctx.actor.id,
        changedAt: ctx.now.toISOString(),
        ...(former ? { [FORMER_CONNECTION]: former } : {}),
      },
      dedupeKey: `auth.secure_settings_changed:${id}:${occasion}`,
    })),
  );
}

/** Undefined while a secret of the connection cannot be read: then the environment's server is tried alone. */
function readFormer(settings: Platform['settings']) {
  try {
    return readEmailSettings(settings);
  } catch {
    return undefined;
  }
}
