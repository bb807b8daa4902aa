import type { Setting } from '#domain/_shared/setting.js';

/** The values in effect, held in memory; changes made by any process arrive within a second. */
export interface SettingsReader {
  get<T>(setting: Setting<T>): T;
  forVendor<T>(vendorId: string, setting: Setting<T>): Promise<T>;
  /** Reads everything again. */
  refresh(): Promise<void>;
  start(): Promise<void>;
  /** Waits for a reading that has begun: its pool is closed next. */
  stop(): Promise<void>;
}

/** Tells what is not set from what cannot be read. */
export interface SecretSettings {
  /** Whether there is a value that no key opens; `get` returns the default then. */
  unreadable(setting: Setting<unknown>): boolean;
}
