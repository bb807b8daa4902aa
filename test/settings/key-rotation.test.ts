import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { pino } from 'pino';
import { readEmailSettings } from '#operations/mail/mail-settings.js';
import { encryptAgain } from '#db/settings/re-encryption.repository.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { settingsRegistry } from '#domain/settings/registry.js';
import { createKeyring, UnreadableSecretError } from '#lib/keyring.js';
import { UNREADABLE_MASK } from '#lib/setting-values.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createVendor } from '../_support/vendors.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const key = () => randomBytes(32).toString('base64');
const keyring = (current: string, ...accepted: string[]) =>
  createKeyring({ ENCRYPTION_KEY: current, ENCRYPTION_KEYS_ACCEPTED: accepted });

describe('the keys of what is encrypted', () => {
  const [old, today] = [key(), key()];

  it('open what any of them has written, and write with the first', () => {
    const text = keyring(old).encrypt('secret');
    const both = keyring(today, old);
    expect([both.decrypt(text), both.isCurrent(text)]).toEqual(['secret', false]);
    expect(keyring(today).decrypt(both.encrypt('secret'))).toBe('secret');
    expect(both.isCurrent(both.encrypt('secret'))).toBe(true);
  });

  it('name the one that is missing by its fingerprint, and nothing of it or of the secret', () => {
    const text = keyring(old).encrypt('secret');
    const id = text.split('.')[4] ?? '';
    expect(() => keyring(today).decrypt(text)).toThrow(UnreadableSecretError);
    expect(() => keyring(today).decrypt(text)).toThrow(`encrypted with the key ${id}`);
    expect(() => keyring(today).decrypt('v1.a.b')).toThrow(UnreadableSecretError);
    expect(old).not.toContain(id);
  });

  it('refuse what was changed', () => {
    const [format, iv, tag, , id] = keyring(today).encrypt('secret').split('.');
    expect(() => keyring(today).decrypt([format, iv, tag, 'AAAA', id].join('.'))).toThrow(
      UnreadableSecretError,
    );
  });
});

describe('a platform whose key was changed without the old one', () => {
  let platform: TestPlatform;
  let admin: TestPlatform['http'];
  let log = '';
  const old = key();
  const today = key();
  const PASSWORD = mailSettings.smtpPassword.name;
  type Values = Record<string, unknown>;

  async function store(name: string, value: string): Promise<void> {
    const { knex } = platform.container;
    const row = { key: `admin.${name}`, vendorId: null, value: JSON.stringify(value) };
    await knex('settings_values').insert(row).onConflict(['key', 'vendorId']).merge(['value']);
    await knex('settings_revision').increment('revision', 1);
    await platform.container.settings.refresh();
  }

  const auditsOf = (name: string) =>
    platform.container.knex('audit_entries').where({ entity: 'setting', key: `admin.${name}` });

  beforeAll(async () => {
    const logger = pino(
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          log += chunk.toString();
          done();
        },
      }),
    );
    platform = await startPlatform({ environment: { ENCRYPTION_KEY: today }, logger });
    admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
    for (const { secret, scope, name } of settingsRegistry.values())
      if (secret && scope === 'admin') await store(name, keyring(old).encrypt('of yesterday'));
  });
  afterAll(() => platform.stop());

  it('goes on: settings and checkout get a response, and the log names what cannot be read, once', async () => {
    const seen = await admin.get<Values>('/admin/settings/admin');
    expect([seen.status, seen.body.data[PASSWORD]]).toEqual([200, UNREADABLE_MASK]);
    expect((await platform.http.get('/store/checkout/options')).status).toBe(200);
    expect((await admin.patch('/admin/settings/admin', { 'invoice.footer_note': 'Thanks' })).status).toBe(
      200,
    );
    await eventually(async () => expect(log).toContain('settings cannot be read, and count as not set'));
    expect(log).toContain(`"admin.${PASSWORD}"`);
    const said = log.split('settings cannot be read').length;
    await platform.container.settings.refresh();
    expect(log.split('settings cannot be read')).toHaveLength(said);
  });

  it('has mails wait, instead of sending them another way', () => {
    expect(() => readEmailSettings(platform.container.settings)).toThrow(
      `The setting ${PASSWORD} cannot be read: enter it again`,
    );
  });

  it('takes the mark back as "leave it", and the secret as a new one', async () => {
    const marked = await admin.patch<Values>('/admin/settings/admin', { [PASSWORD]: UNREADABLE_MASK });
    expect([marked.status, marked.body.data[PASSWORD]]).toEqual([200, UNREADABLE_MASK]);
    expect(await auditsOf(PASSWORD)).toEqual([]);
    const entered = await admin.patch<Values>('/admin/settings/admin', { [PASSWORD]: 'a new password' });
    expect([entered.status, entered.body.data[PASSWORD]]).toEqual([200, '••••word']);
    expect(platform.container.settings.get(mailSettings.smtpPassword)).toBe('a new password');
    expect(await auditsOf(PASSWORD)).toMatchObject([{ before: UNREADABLE_MASK, after: '••••word' }]);
  });

  it('empties one, too', async () => {
    const name = mailSettings.mailapiApiKey.name;
    const emptied = await admin.patch<Values>('/admin/settings/admin', { [name]: '' });
    expect([emptied.status, emptied.body.data[name]]).toEqual([200, '']);
  });

  test('every secret setting takes the mark', async () => {
    const { vendorId } = await createVendor(platform.container);
    const vendor = platform.http.as((await createSession(platform.container, { vendorId })).token);
    const clients = { admin, store: admin, vendor };
    for (const { secret, scope, name } of settingsRegistry.values()) {
      if (!secret) continue;
      const path = scope === 'vendor' ? '/vendor/settings' : `/admin/settings/${scope}`;
      const { status } = await clients[scope].patch(path, { [name]: UNREADABLE_MASK });
      expect([name, status]).toEqual([name, 200]);
    }
  });

  it('has everything written anew with the key of today, once the old one is accepted', async () => {
    const { knex } = platform.container;
    await knex('mail_messages').insert({
      template: 'auth.magic_link',
      role: 'customer',
      recipient: 'asha@example.com',
      variablesEncrypted: keyring(old).encrypt('{}'),
      dedupeKey: 'rotation',
    });
    await knex('feeds_connections')
      .where({ feed: 'social' })
      .update({ credentials: keyring(old).encrypt('{}') });
    await knex('feeds_revocations').insert({ feed: 'social', credentials: keyring(old).encrypt('{}') });
    const { userId } = await createSession(platform.container, { roles: ['admin'] });
    await knex('accounts_second_factors').insert({ userId, secretEncrypted: keyring(old).encrypt('{}') });
    await knex('outbound_webhooks_endpoints').insert({
      url: 'https://erp.example.com/',
      events: ['*'],
      contactEmail: 'erp@example.com',
      secretEncrypted: keyring(old).encrypt('whsec_'),
      headersEncrypted: keyring(old).encrypt('{}'),
    });
    const blind = await encryptAgain(knex, keyring(today));
    expect(blind.map(({ written }) => written)).toEqual([0, 0, 0, 0, 0]);
    expect(blind.every(({ unreadable }) => unreadable.length > 0)).toBe(true);

    const again = await encryptAgain(knex, keyring(today, old));
    expect(again).toEqual([
      { what: 'settings', written: blind[0]?.unreadable.length, unreadable: [] },
      { what: 'mails', written: 1, unreadable: [] },
      { what: 'feeds', written: 2, unreadable: [] },
      { what: 'second factors', written: 1, unreadable: [] },
      { what: 'webhooks', written: 2, unreadable: [] },
    ]);
    const repeated = await encryptAgain(knex, keyring(today, old));
    expect(repeated.map(({ written }) => written)).toEqual([0, 0, 0, 0, 0]);
    const mail = (await knex('mail_messages').where({ dedupeKey: 'rotation' }).first()) as {
      variablesEncrypted: string;
    };
    expect(keyring(today).decrypt(mail.variablesEncrypted)).toBe('{}');
    // Without a restart, and without the old key.
    await platform.container.settings.refresh();
    const seen = await admin.get<Values>('/admin/settings/admin');
    expect(Object.values(seen.body.data)).not.toContain(UNREADABLE_MASK);
  });
});
