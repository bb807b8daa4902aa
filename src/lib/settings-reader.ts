import type { SettingsRepository, StoredSetting } from '#db/settings/settings.repository.js';
import type { Knex } from '#db/knex.js';
import type { Setting } from '#domain/_shared/setting.js';
import { decrypt } from './crypto.js';
import type { LiveChannel } from './live-channel.js';
import type { Logger } from './logger.js';

/** How late a process may learn of a change when a notification was lost. */
const POLL_MS = 1_000;

/** The values in effect, held in memory; changes made by any process arrive within a second. */
export interface SettingsReader {
  get<T>(setting: Setting<T>): T;
  forVendor<T>(vendorId: string, setting: Setting<T>): Promise<T>;
  /** Reads everything again. */
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

export function createSettingsReader(options: {
  knex: Knex;
  repository: SettingsRepository;
  live: LiveChannel;
  encryptionKey: string;
  logger: Logger;
}): SettingsReader {
  const { knex, repository, live, encryptionKey, logger } = options;
  let revision = -1;
  let shared = new Map<string, unknown>();
  const vendors = new Map<string, Promise<Map<string, unknown>>>();
  let poll: NodeJS.Timeout | undefined;
  let unsubscribe: () => void = () => undefined;

  async function refresh(): Promise<void> {
    const loaded = await repository.loadShared();
    // Loads may overtake each other; an older one must not win.
    if (loaded.revision < revision) return;
    shared = new Map(loaded.values.map((one) => [one.key, one.value]));
    revision = loaded.revision;
    vendors.clear();
  }

  function refreshQuietly(): void {
    refresh().catch((error: unknown) => logger.warn({ err: error }, 'settings could not be read again'));
  }

  async function checkRevision(): Promise<void> {
    try {
      if ((await repository.revision()) !== revision) await refresh();
    } catch (error) {
      logger.debug({ err: error }, 'settings revision could not be read');
    }
  }

  function valueOf<T>(setting: Setting<T>, stored: Map<string, unknown>): T {
    if (!stored.has(setting.key)) return setting.default;
    const value = stored.get(setting.key);
    const plain =
      setting.secret && typeof value === 'string' && value ? decrypt(value, encryptionKey) : value;
    return plain as T;
  }

  function loadVendor(vendorId: string): Promise<Map<string, unknown>> {
    let loading = vendors.get(vendorId);
    if (!loading) {
      loading = repository
        .loadVendor(knex, vendorId)
        .then((rows: StoredSetting[]) => new Map(rows.map((row) => [row.key, row.value])));
      vendors.set(vendorId, loading);
      loading.catch(() => vendors.delete(vendorId));
    }
    return loading;
  }

  return {
    get: (setting) => valueOf(setting, shared),
    forVendor: async (vendorId, setting) => valueOf(setting, await loadVendor(vendorId)),
    refresh,
    async start() {
      unsubscribe = live.subscribe('settings', refreshQuietly);
      await refresh();
      const next = () => {
        poll = setTimeout(() => void checkRevision().finally(() => poll && next()), POLL_MS);
        poll.unref();
      };
      next();
    },
    stop() {
      unsubscribe();
      clearTimeout(poll);
      poll = undefined;
    },
  };
}
