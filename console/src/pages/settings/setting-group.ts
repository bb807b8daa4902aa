import type { DataOf } from 'haat-client';
import { label } from '../../lib/format.js';

export type Setting = DataOf<'getAdminSettings'>[number];
export type Values = Readonly<Record<string, unknown>>;

export interface SettingGroup {
  scope: 'admin' | 'store';
  /** As in the address; `general` for settings without a group. */
  name: string;
  settings: Setting[];
}

/** The settings of the platform and of the store, in the groups that their keys name. */
export function groupsOf(settings: readonly Setting[]): SettingGroup[] {
  const groups = new Map<string, SettingGroup>();
  for (const setting of settings) {
    if (setting.scope === 'vendor') continue;
    const name = setting.group || 'general';
    const id = `${setting.scope}/${name}`;
    const group = groups.get(id) ?? { scope: setting.scope, name, settings: [] };
    group.settings.push(setting);
    groups.set(id, group);
  }
  return [...groups.values()].sort(
    (first, second) => first.scope.localeCompare(second.scope) || first.name.localeCompare(second.name),
  );
}

/** In an address. Links of the API have the name itself, with its dots. */
export const addressName = (name: string) => name.replaceAll('.', '-');

export const groupTitle = ({ name }: Pick<SettingGroup, 'name'>) => name.split('.').map(label).join(': ');

/** `email.smtp_host` is `Smtp host`. */
export const settingTitle = ({ key }: Setting) => label(key.split('.').at(-1) ?? key);

/** What a change of a setting needs beside the right to change settings; undefined where that is enough. */
export function neededFor(
  { permission, signInMinutes }: Pick<Setting, 'permission' | 'signInMinutes'>,
  permissions: ReadonlySet<string>,
): string | undefined {
  if (!permissions.has(permission)) return `Only who holds ${permission} may change it.`;
  if (signInMinutes === null) return undefined;
  return `A change needs a sign-in within the last ${signInMinutes} minutes, and is mailed to every superAdmin.`;
}

/** The full key, as the audit log has it. */
export const fullKey = ({ scope, key }: Setting) => `${scope}.${key}`;

/** The messages of a response by the setting that they are about, whose key has dots itself; those about no setting of the form. */
export function settingErrors(
  errors: readonly { path: string; message: string }[],
  keys: readonly string[],
): { fields: Record<string, string>; others: string[] } {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of errors) {
    const key = keys.find((item) => path === `body.${item}` || path.startsWith(`body.${item}.`));
    if (key === undefined) others.push(`${path.replace(/^body\./, '')} ${message}`);
    else fields[key] = message;
  }
  return { fields, others };
}

/** A value as a person reads it in "from … to …". */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
