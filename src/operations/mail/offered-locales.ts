import { acceptedLocale, nearestLocale } from '#domain/mail/locales.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import type { SettingsReader } from '#lib/settings.js';

/** The languages that recipients can choose; that of the store is the first. */
export function offeredLocales({ get }: Pick<SettingsReader, 'get'>): string[] {
  return [...new Set([get(mailSettings.language), ...get(mailSettings.languages)])];
}

/** The language of a request: the one that it names, else one that its browser accepts; null where none is offered. */
export function requestedLocale(
  settings: Pick<SettingsReader, 'get'>,
  { named, accepted }: { named?: string | null; accepted?: string },
): string | null {
  const offered = offeredLocales(settings);
  return (named && nearestLocale(named, offered)) || acceptedLocale(accepted, offered) || null;
}
