import type { Setting } from '#domain/_shared/setting.js';
import { type Keyring, UnreadableSecretError } from './keyring.js';

/**
 * The value of a setting as it is stored; null when no key opens it. Then the setting counts as not set, so that what
 * does not need it goes on, until it is entered again or its key is back.
 */
export function openSetting<T>(setting: Setting<T>, stored: unknown, keyring: Keyring): { value: T } | null {
  if (stored === undefined) return { value: setting.default };
  if (!setting.secret || typeof stored !== 'string' || stored === '') return { value: stored as T };
  try {
    return { value: keyring.decrypt(stored) as T };
  } catch (error) {
    if (error instanceof UnreadableSecretError) return null;
    throw error;
  }
}

/** What is shown in place of a secret that no key opens; sent back, it means "leave it", as every mask does. */
export const UNREADABLE_MASK = '•••• cannot be read: enter it again';
