import type { Audit } from '#db/audit/audit.repository.js';
import type { LiveChannel } from '#db/kernel/live-channel.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { SettingsRepository } from '#db/settings/settings.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { Setting } from '#domain/_shared/setting.js';
import type { Keyring } from '#lib/keyring.js';
import { openSetting } from '#lib/setting-values.js';

interface Deps {
  settingsRepository: SettingsRepository;
  audit: Audit;
  keyring: Keyring;
  live: LiveChannel;
}

/** A value that a flow has found out. Secrets are not written this way. */
export interface FoundSetting {
  setting: Setting<string> | Setting<'' | 'user' | 'system_user'>;
  value: string;
}

/** Writes settings that a flow has found out, with the audit of each that changes. */
export async function writeSettings(
  { settingsRepository, audit, keyring, live }: Deps,
  tx: Tx,
  ctx: Context,
  found: readonly FoundSetting[],
): Promise<void> {
  await settingsRepository.lockRevision(tx);
  const stored = await settingsRepository.currentValues(tx, null);
  const changed = found.flatMap(({ setting, value }) => {
    const before = openSetting(setting as Setting<string>, stored.get(setting.key), keyring)?.value ?? null;
    return before === value ? [] : [{ key: setting.key, value, before }];
  });
  if (changed.length === 0) return;
  await settingsRepository.write(
    tx,
    null,
    changed.map(({ key, value }) => ({ key, value })),
  );
  await audit.record(
    tx,
    ctx,
    changed.map(({ key, value, before }) => ({
      entity: 'setting',
      entityId: key,
      action: 'update',
      key,
      before,
      after: value,
    })),
  );
  await live.publish(tx, 'settings', 'shared');
}
