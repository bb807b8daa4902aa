import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { StoredSetting } from '#db/settings/settings.repository.js';
import { hasOrders } from '#db/settings/has-orders.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { codeOfIssue } from '#domain/_shared/issue-codes.js';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import { type Context, originOf } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Setting, SettingScope } from '#domain/_shared/setting.js';
import { accessSettings, type SecretsFor } from '#domain/access/access.settings.js';
import { RIGHTS_MINUTES } from '#domain/access/acts.js';
import { bankSettings } from '#domain/payouts/payouts.settings.js';
import { financialYear } from '#domain/invoices/financial-year.js';
import { findSetting, settingsOf, settingsRegistry } from '#domain/settings/registry.js';
import { isGuarded, permissionToChange } from '#domain/settings/setting-guard.js';
import { settingsChanged } from '#domain/settings/settings.events.js';
import { settingsErrors } from '#domain/settings/settings.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { assertMatch } from '#api/kernel/entity-tag.js';
import { issueMessage } from '#api/kernel/issue-message.js';
import type { Platform } from '#operations/platform.js';
import { canonicalJson, isSecretMask, maskSecret } from '#lib/crypto.js';
import { settingsTag } from './settings-tag.js';
import { assertKnownProviders } from './known-providers-rule.js';
import { assertStorefrontAddress } from './storefront-address-rule.js';
import { assertCommissionGst } from './commission-gst-rule.js';
import { assertPrefixesDiffer } from './serial-prefix-rule.js';
import { assertFreshSession, assertMayChange } from './secure-settings.js';
import { wakeMailQueue } from '#operations/mail/wake-mail-queue.js';
import { mailSecureChange } from './secure-change-mail.js';
import { openSetting, UNREADABLE_MASK } from '#lib/setting-values.js';

type Deps = Pick<
  Platform,
  | 'outbox'
  | 'unitOfWork'
  | 'settingsRepository'
  | 'settings'
  | 'audit'
  | 'live'
  | 'knex'
  | 'keyring'
  | 'mail'
  | 'config'
  | 'paymentProviders'
  | 'operations'
>;
type Values = Record<string, z.core.util.JSONType>;

const bankKeys = new Set<string>(Object.values(bankSettings).map(({ key }) => key));

interface Change {
  setting: Setting<unknown>;
  value: unknown;
}

export function createSettingsService(deps: Deps) {
  const { paymentProviders: providers } = deps;
  const { outbox, unitOfWork, settingsRepository: repository, audit, live, keyring, knex } = deps;

  /** What may be shown and audited: a secret only by its mask. */
  function shown(setting: Setting<unknown>, opened: { value: unknown } | null): unknown {
    if (!opened) return UNREADABLE_MASK;
    return setting.secret ? maskSecret(String(opened.value ?? '')) : opened.value;
  }

  function view(scope: SettingScope, stored: ReadonlyMap<string, unknown>): Values {
    const entries = settingsOf(scope).map((setting) => [
      setting.name,
      shown(setting, openSetting(setting, stored.get(setting.key), keyring)),
    ]);
    return Object.fromEntries(entries) as Values;
  }

  /** A secret that comes back as a mask was not sent: neither its length nor the rights to change it matter. */
  function withoutMasks(scope: SettingScope, patch: Values): Values {
    const sent = Object.entries(patch).filter(
      ([key, value]) => !(isSecretMask(value) && findSetting(scope, key)?.secret),
    );
    return Object.fromEntries(sent);
  }

  /** Every key known and every value valid, or nothing is written. */
  function parsePatch(scope: SettingScope, patch: Values): Change[] {
    const errors: FieldIssue[] = [];
    const changes = Object.entries(withoutMasks(scope, patch)).flatMap(([key, value]): Change[] => {
      const setting = findSetting(scope, key);
      if (!setting) {
        errors.push({
          path: `body.${key}`,
          message: `unknown setting of scope ${scope}`,
          code: 'unknown_key',
        });
        return [];
      }
      const parsed = setting.schema.safeParse(value, { error: issueMessage });
      // What is stored goes on, also where a new value would be refused today.
      if (!parsed.success && scope === 'admin' && isDeepStrictEqual(value, deps.settings.get(setting)))
        return [];
      for (const issue of parsed.error?.issues ?? []) {
        errors.push({
          path: ['body', key, ...issue.path].join('.'),
          message: issue.message,
          code: codeOfIssue(issue),
        });
      }
      return parsed.success ? [{ setting, value: parsed.data }] : [];
    });
    if (errors.length > 0) throw platformErrors.validation({}, { errors });
    return changes;
  }

  /** Amounts are kept without their currency, so that of the first order is that of all. */
  async function assertCurrencyFree(
    tx: Tx,
    changed: readonly { setting: Setting<unknown>; before: { value: unknown } | null }[],
  ): Promise<void> {
    const currency = changed.find(({ setting }) => setting.key === storeSettings.currency.key);
    if (currency && (await hasOrders(tx)))
      throw settingsErrors.currencyFixed({ currency: String(currency.before?.value) });
  }

  /**
   * Bank details that replace others hold payouts, also where those were emptied before, and so do the first ones of a vendor
   * that is owed something: an intruder would set them before the first payout.
   */
  async function holdPayouts(
    tx: Tx,
    ctx: Context,
    vendorId: string,
    changed: readonly { setting: Setting<unknown>; before: { value: unknown } | null }[],
  ): Promise<void> {
    const bank = changed.filter(({ setting }) => bankKeys.has(setting.key));
    if (bank.length === 0) return;
    const { payoutAccounts } = deps.operations;
    const replaces = bank.some(({ before }) => before?.value !== '');
    const isFirst = !replaces && !(await payoutAccounts.hasChanged(tx, vendorId));
    if (isFirst && !(await payoutAccounts.hasBalance(tx, vendorId))) return;
    const keys = bank.map(({ setting }) => setting.name);
    await payoutAccounts.change(tx, ctx, vendorId, keys);
  }

  async function patch(
    ctx: Context,
    scope: SettingScope,
    vendorId: string | null,
    body: Values,
    ifMatch?: string,
  ): Promise<Values> {
    const changes = parsePatch(scope, body);
    const after = await unitOfWork.run(ctx, async (tx) => {
      await repository.lockRevision(tx);
      const stored = await repository.currentValues(tx, vendorId);
      assertMatch(ifMatch, settingsTag(view(scope, stored)), 'The settings');
      const changed = changes.flatMap(({ setting, value }) => {
        const before = openSetting(setting, stored.get(setting.key), keyring);
        const unchanged = setting.secret
          ? value === before?.value
          : canonicalJson(value) === canonicalJson(before?.value);
        return unchanged ? [] : [{ setting, value, before }];
      });
      await assertCurrencyFree(tx, changed);
      const next = ({ key, default: initial }: Setting<string>) =>
        String(changed.find(({ setting }) => setting.key === key)?.value ?? stored.get(key) ?? initial);
      const timeZone = deps.settings.get(storeSettings.timeZone);
      const settings = changed.map(({ setting }) => setting);
      await assertPrefixesDiffer(tx, settings, { next, financialYear: financialYear(ctx.now, timeZone) });
      assertKnownProviders(
        changed,
        providers.list().map(({ id }) => id),
      );
      assertStorefrontAddress(changed, next(storeSettings.storeUrl) || next(storeSettings.canonicalBaseUrl));
      assertCommissionGst(settings, next, { now: ctx.now, timeZone });
      const shared = scope === 'vendor' ? [] : changed.map(({ setting }) => setting);
      const { key: secretsForKey, default: everybody } = accessSettings.secretsFor;
      // As it was before the change: nobody opens the door that they go through.
      assertMayChange(ctx, shared, (stored.get(secretsForKey) as SecretsFor | undefined) ?? everybody);
      const entries = changed.map(({ setting, value }) => ({
        key: setting.key,
        value: setting.secret && value ? keyring.encrypt(String(value)) : value,
      }));
      if (entries.length > 0) await repository.write(tx, vendorId, entries);
      await audit.record(
        tx,
        ctx,
        changed.map(({ setting, value, before }) => ({
          entity: 'setting',
          entityId: setting.key,
          action: 'update',
          key: setting.key,
          vendorId,
          before: shown(setting, before),
          after: shown(setting, { value }),
        })),
      );
      await mailSecureChange(deps, tx, ctx, shared.filter(isGuarded));
      if (vendorId) await holdPayouts(tx, ctx, vendorId, changed);
      if (shared.some(({ group }) => group === 'email')) await wakeMailQueue(tx);
      if (scope !== 'vendor') appendChanged(tx, ctx, scope, shared);
      await live.publish(tx, 'settings', vendorId ?? 'shared');
      for (const { key, value } of entries) stored.set(key, value);
      return stored;
    });
    await deps.settings.refresh();
    return view(scope, after);
  }

  /** One event for each group, so that a group's subscribers get it alone. */
  function appendChanged(tx: Tx, ctx: Context, scope: 'admin' | 'store', changed: Setting<unknown>[]): void {
    for (const group of new Set(changed.map((setting) => setting.group))) {
      const keys = changed.filter((setting) => setting.group === group).map(({ name }) => name);
      outbox.append(tx, originOf(ctx), settingsChanged, `${scope}.${group}`, { scope, keys });
    }
  }

  /** Replacing a secret asks for what reading it in clear asks, and so do bank details, which nobody reads in clear. */
  function assertMayReplaceSecrets(ctx: Context, names: readonly string[]): void {
    const secret = names.find((name) => findSetting('vendor', name)?.secret);
    if (secret) assertFreshSession(ctx, secret);
  }

  async function vendorValues(vendorId: string): Promise<Map<string, unknown>> {
    const rows: StoredSetting[] = await repository.loadVendor(knex, vendorId);
    return new Map(rows.map((row) => [row.key, row.value]));
  }

  return {
    /** Every declared setting, for a form to be built from. */
    declarations() {
      const secretsFor = deps.settings.get(accessSettings.secretsFor);
      return [...settingsRegistry.values()].map((setting) => ({
        key: setting.name,
        scope: setting.scope,
        group: setting.group,
        description: setting.description,
        secret: setting.secret,
        adminOnly: setting.adminOnly,
        ownerOnly: setting.ownerOnly,
        permission: permissionToChange(setting, secretsFor),
        signInMinutes: setting.scope !== 'vendor' && isGuarded(setting) ? RIGHTS_MINUTES : null,
        default: setting.default as z.core.util.JSONType,
        schema: z.toJSONSchema(setting.schema, { io: 'input', unrepresentable: 'any' }) as Values,
      }));
    },
    async readShared(scope: 'admin' | 'store'): Promise<Values> {
      const { values } = await repository.loadShared();
      return view(scope, new Map(values.map((item) => [item.key, item.value])));
    },
    /** @throws AppError PRECONDITION_FAILED when `ifMatch` is stale. */
    patchShared: (ctx: Context, scope: 'admin' | 'store', body: Values, ifMatch?: string) =>
      patch(ctx, scope, null, body, ifMatch),

    async readVendor(vendorId: string): Promise<Values> {
      return view('vendor', await vendorValues(vendorId));
    },
    /** @throws AppError FORBIDDEN when a key is reserved to administrators, or to the owner of the vendor. */
    async patchVendor(ctx: Context, vendorId: string, body: Values): Promise<Values> {
      const sent = Object.keys(withoutMasks('vendor', body));
      const reserved = sent.find((key) => findSetting('vendor', key)?.adminOnly);
      if (reserved) throw settingsErrors.adminOnly({ key: reserved });
      const owned = sent.find((key) => findSetting('vendor', key)?.ownerOnly);
      if (owned && ctx.vendorRole !== 'owner') throw settingsErrors.ownerOnly({ key: owned });
      assertMayReplaceSecrets(ctx, sent);
      return patch(ctx, 'vendor', vendorId, body);
    },
    /** The same by an administrator, who may write every key. */
    patchVendorAsAdmin: (ctx: Context, vendorId: string, body: Values) =>
      patch(ctx, 'vendor', vendorId, body),
  };
}

export type SettingsService = ReturnType<typeof createSettingsService>;
