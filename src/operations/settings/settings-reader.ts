import type { SettingsRepository, StoredSetting } from '#db/settings/settings.repository.js';
import type { Setting } from '#domain/_shared/setting.js';
import type { Knex } from '#db/kernel/knex.js';
import { settingsRegistry } from '#domain/settings/registry.js';
import type { Keyring } from '#lib/keyring.js';
import type { LiveChannel } from '#db/kernel/live-channel.js';
import type { Logger } from '#lib/logger.js';
import type { SecretSettings, SettingsReader } from '#lib/settings.js';
import { openSetting } from '#lib/setting-values.js';

/** How late a process may learn of a change when a notification was lost. */
const POLL_MS = 1_000;

export function createSettingsReader(options: {
  knex: Knex;
  repository: SettingsRepository;
  live: LiveChannel;
  keyring: Keyring;
  logger: Logger;
  /** What a setting of text is while it is empty, by its key: what the configuration knows and a default cannot say. */
  whenEmpty?: ReadonlyMap<string, string>;
}): SettingsReader & SecretSettings {
  const { knex, repository, live, keyring, logger, whenEmpty } = options;
  let revision = -1;
  let shared = new Map<string, unknown>();
  let notified = '';
  const vendors = new Map<string, Promise<Map<string, unknown>>>();
  let poll: NodeJS.Timeout | undefined;
  let unsubscribe: () => void = () => undefined;
  /** The readings under way that nobody waits for. */
  const background = new Set<Promise<void>>();

  async function refresh(): Promise<void> {
    const loaded = await repository.loadShared();
    // Loads may overtake each other; an older one must not win.
    if (loaded.revision < revision) return;
    shared = new Map(loaded.values.map((item) => [item.key, item.value]));
    revision = loaded.revision;
    vendors.clear();
    reportUnreadable();
  }

  /** At the start, and again when it has become others: this is read again with every change of a setting. */
  function reportUnreadable(): void {
    const keys = unreadableIn(shared);
    if (keys.join() !== notified) sayUnreadable(keys);
    notified = keys.join();
  }

  function unreadableIn(stored: ReadonlyMap<string, unknown>): string[] {
    return [...stored.keys()].filter((key) => {
      const setting = settingsRegistry.get(key);
      return setting && openSetting(setting, stored.get(key), keyring) === null;
    });
  }

  function sayUnreadable(settings: string[], vendorId?: string): void {
    if (settings.length === 0) return;
    logger.error(
      { settings, vendorId },
      'settings cannot be read, and count as not set: none of ENCRYPTION_KEY and ENCRYPTION_KEYS_ACCEPTED opens them',
    );
  }

  /** @param reading never rejects */
  function inBackground(reading: Promise<void>): Promise<void> {
    const ended = reading.finally(() => background.delete(ended));
    background.add(ended);
    return ended;
  }

  function refreshQuietly(): void {
    void inBackground(
      refresh().catch((error: unknown) => logger.warn({ err: error }, 'settings could not be reloaded')),
    );
  }

  async function checkRevision(): Promise<void> {
    try {
      if ((await repository.revision()) !== revision) await refresh();
    } catch (error) {
      logger.debug({ err: error }, 'settings revision could not be read');
    }
  }

  function valueOf<T>(setting: Setting<T>, stored: Map<string, unknown>): T {
    const { value } = openSetting(setting, stored.get(setting.key), keyring) ?? { value: setting.default };
    return value === '' ? ((whenEmpty?.get(setting.key) as T | undefined) ?? value) : value;
  }

  function loadVendor(vendorId: string): Promise<Map<string, unknown>> {
    let loading = vendors.get(vendorId);
    if (!loading) {
      loading = repository
        .loadVendor(knex, vendorId)
        .then((rows: StoredSetting[]) => new Map(rows.map((row) => [row.key, row.value])));
      vendors.set(vendorId, loading);
      loading.then(
        (stored) => sayUnreadable(unreadableIn(stored), vendorId),
        () => vendors.delete(vendorId),
      );
    }
    return loading;
  }

  return {
    get: (setting) => valueOf(setting, shared),
    unreadable: (setting) => openSetting(setting, shared.get(setting.key), keyring) === null,
    forVendor: async (vendorId, setting) => valueOf(setting, await loadVendor(vendorId)),
    refresh,
    async start() {
      unsubscribe = live.subscribe('settings', refreshQuietly);
      await refresh();
      const next = () => {
        poll = setTimeout(() => void inBackground(checkRevision()).finally(() => poll && next()), POLL_MS);
        poll.unref();
      };
      next();
    },
    async stop() {
      unsubscribe();
      clearTimeout(poll);
      poll = undefined;
      await Promise.all(background);
    },
  };
}
