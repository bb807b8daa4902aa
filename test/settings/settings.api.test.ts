import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSettingsRepository } from '#db/settings/settings.repository.js';
import { invoiceSettings } from '#domain/invoices/invoices.settings.js';
import { settingsRegistry } from '#domain/settings/registry.js';
import { createContainer } from '#runtime/container.js';
import { createSettingsReader } from '#operations/settings/settings-reader.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => platform.stop());

type Values = Record<string, unknown>;

async function auditOf(key: string): Promise<Values[]> {
  return platform.container.knex('audit_entries').where({ entity: 'setting', key }).orderBy('id');
}

describe('settings', () => {
  it('are declared, each with its schema, and every default passes its own schema', async () => {
    const response = await admin.get<{ key: string; scope: string; default: unknown }[]>('/admin/settings');
    expect(response.body.data).toHaveLength(settingsRegistry.size);
    for (const setting of settingsRegistry.values()) {
      expect([setting.key, setting.schema.safeParse(setting.default).success]).toEqual([setting.key, true]);
    }
  });

  it('are changed by key, with or without scope prefix, with an audit row per changed key', async () => {
    const response = await admin.patch<Values>('/admin/settings/admin', {
      'invoice.footer_note': 'Thank you',
      'admin.invoice.title': 'Tax Invoice',
    });
    expect(response.status).toBe(200);
    expect(response.body.data['invoice.footer_note']).toBe('Thank you');
    expect(platform.container.settings.get(invoiceSettings.footerNote)).toBe('Thank you');
    expect(await auditOf('admin.invoice.footer_note')).toMatchObject([{ before: '', after: 'Thank you' }]);
    // It was that before: nothing changed, nothing to tell.
    expect(await auditOf('admin.invoice.title')).toEqual([]);
  });

  it('are changed all or nothing: unknown keys and bad values are named together', async () => {
    const response = await admin.patch('/admin/settings/admin', {
      'invoice.footer_note': 'never',
      'invoice.number_prefix': 'TOOLONG',
      'invoice.no_such_key': 1,
    });
    expect([response.status, response.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
    expect(response.body.errors?.map((item) => item.path).sort()).toEqual([
      'body.invoice.no_such_key',
      'body.invoice.number_prefix',
    ]);
    expect(platform.container.settings.get(invoiceSettings.footerNote)).toBe('Thank you');
  });

  it('keep secrets encrypted, masked and out of the audit; a mask sent back changes nothing', async () => {
    const key = 'email.smtp_password';
    const secret = 'correct horse battery';
    const first = await admin.patch<Values>('/admin/settings/admin', { [key]: secret });
    expect(first.body.data[key]).toBe('••••tery');
    const row = (await platform.container
      .knex('settings_values')
      .where({ key: `admin.${key}` })
      .first()) as Values;
    expect(JSON.stringify(row)).not.toContain('horse');
    const again = await admin.patch<Values>('/admin/settings/admin', { [key]: '••••tery' });
    expect(again.status).toBe(200);
    const after = (await platform.container
      .knex('settings_values')
      .where({ key: `admin.${key}` })
      .first()) as Values;
    expect(after['value']).toEqual(row['value']);
    const audit = await auditOf(`admin.${key}`);
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toContain('horse');
  });

  // Each way alone, so that neither hides that the other does not work. That it looks every second is the reader's affair.
  it.each(['is told of them', 'was not told, and looks by itself'])(
    'reach another process that %s',
    async (way) => {
      const { config, logger } = platform.container;
      const other = await createContainer(config, { name: 'other', logger });
      await other.start();
      const repository = createSettingsRepository(other.knex);
      const deaf = { ...other.live, subscribe: () => () => undefined };
      const blind = { ...repository, revision: () => new Promise<number>(() => undefined) };
      const notified = way === 'is told of them';
      const reader = createSettingsReader({
        ...other,
        ...(notified ? { repository: blind } : { repository, live: deaf }),
      });
      await reader.start();
      await admin.patch('/admin/settings/admin', { 'invoice.footer_note': way });
      await eventually(() => Promise.resolve(expect(reader.get(invoiceSettings.footerNote)).toBe(way)));
      await reader.stop();
      await other.stop();
    },
  );

  it('lose nothing when two administrators write at once', async () => {
    const keys = [
      'invoice.title',
      'invoice.declaration_text',
      'invoice.footer_note',
      'invoice.currency_symbol',
    ];
    await Promise.all(keys.map((key) => admin.patch('/admin/settings/admin', { [key]: `x${key.length}` })));
    const { body } = await admin.get<Values>('/admin/settings/admin');
    expect(keys.map((key) => body.data[key])).toEqual(keys.map((key) => `x${key.length}`));
  });

  it('are changed by who names the tag of the current values, and by nobody with an earlier one', async () => {
    const path = '/admin/settings/admin';
    const change = (note: string, tag: string) =>
      admin.patch<Values>(path, { 'invoice.footer_note': note }, { 'if-match': tag });
    const tag = (await admin.get<Values>(path)).headers.get('etag') ?? '';
    const first = await change('first', tag);
    expect(first.status).toBe(200);
    expect(await change('second', tag)).toMatchObject({
      status: 412,
      body: { reason: 'platform.precondition_failed' },
    });
    expect((await change('third', first.headers.get('etag') ?? '')).body.data).toMatchObject({
      'invoice.footer_note': 'third',
    });
  });
});

describe('the settings of a vendor', () => {
  it('are its own, and those reserved to administrators are refused', async () => {
    const vendor = await createVendor(platform.container);
    const other = await createVendor(platform.container);
    const own = platform.http.as(vendor.token);
    const changed = await own.patch<Values>('/vendor/settings', { 'shipping.flat_rate_subunit': 4900 });
    expect([changed.status, changed.body.data['shipping.flat_rate_subunit']]).toEqual([200, 4900]);
    const theirs = await platform.http.as(other.token).get<Values>('/vendor/settings');
    expect(theirs.body.data['shipping.flat_rate_subunit']).not.toBe(4900);
    const reserved = [...settingsRegistry.values()].find((item) => item.scope === 'vendor' && item.adminOnly);
    const refused = await own.patch('/vendor/settings', { [reserved?.name ?? '']: [] });
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'FORBIDDEN']);
  });
});
