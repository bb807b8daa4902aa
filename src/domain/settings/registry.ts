import type { Setting, SettingScope } from '#domain/_shared/setting.js';
import { settingTables } from '#domain/setting-tables.js';

/** Every setting of the platform, by its key. */
export const settingsRegistry: ReadonlyMap<string, Setting<unknown>> = new Map(
  settingTables.flatMap((table) => Object.values(table)).map((item) => [item.key, item]),
);

/** The setting that a client names with or without its scope prefix, or undefined. */
export function findSetting(scope: SettingScope, name: string): Setting<unknown> | undefined {
  const bare = name.startsWith(`${scope}.`) ? name.slice(scope.length + 1) : name;
  return (
    settingsRegistry.get(`${scope}.${bare}`) ??
    settingsRegistry.get(`${scope}.${name}`) ??
    settingsOf(scope).find(({ formerName }) => formerName === bare)
  );
}

export function settingsOf(scope: SettingScope): Setting<unknown>[] {
  return [...settingsRegistry.values()].filter((item) => item.scope === scope);
}
