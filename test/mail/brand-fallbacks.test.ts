import { describe, expect, it } from '@jest/globals';
import { authLink, authLinks, type AuthLinkTemplate } from '#domain/accounts/auth-links.js';
import type { Setting } from '#domain/_shared/setting.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { mailRoute, mailSender } from '#integrations/mail/email-settings.js';
import { safeBrand } from '#integrations/mail/mail-brand.js';
import { readEmailSettings, readMailBrand } from '#operations/mail/mail-settings.js';

const storage = { publicUrl: (key: string) => `https://files.example.com/${key}` };

/** Settings at their defaults, apart from those that are given. */
function settingsWith(given: readonly (readonly [Setting<never> | Setting<string>, unknown])[] = []) {
  const values = new Map(given.map(([setting, value]) => [setting.name, value]));
  return {
    get: <T>(setting: Setting<T>): T =>
      (values.has(setting.name) ? values.get(setting.name) : setting.default) as T,
    unreadable: () => false,
  };
}
const brandWith = (...given: (readonly [Setting<string>, unknown])[]) =>
  readMailBrand(settingsWith(given), storage);

describe('brand-fallbacks', () => {
  it('the logo of e-mails falls back to that of the store; uploaded pictures have their public address', () => {
    const store = [storeSettings.logoUrl, 'https://cdn.example.com/store.png'] as const;
    expect(brandWith(store).logoUrl).toBe('https://cdn.example.com/store.png');
    expect(brandWith(store, [mailSettings.logoUrl, 'https://cdn.example.com/mail.png']).logoUrl).toBe(
      'https://cdn.example.com/mail.png',
    );
    expect(brandWith([mailSettings.logoUrl, 'media/platform/logo.png']).logoUrl).toBe(
      'https://files.example.com/media/platform/logo.png',
    );
    expect(brandWith().logoUrl).toBe('');
  });

  it('the address of the store falls back to its canonical one, and without either there is none', () => {
    const canonical = [storeSettings.canonicalBaseUrl, 'https://canonical.example.com'] as const;
    expect(brandWith(canonical).storeUrl).toBe('https://canonical.example.com');
    expect(brandWith(canonical, [storeSettings.storeUrl, 'https://store.example.com']).storeUrl).toBe(
      'https://store.example.com',
    );
    expect(brandWith().storeUrl).toBe('');
  });

  it('colours that are not valid fall back to the default pair', () => {
    const brand = safeBrand(
      brandWith([storeSettings.accentColor, 'red;}'], [storeSettings.accentTextColor, '']),
    );
    expect([brand.accentColor, brand.accentTextColor]).toEqual(['#0f5c4d', '#ffffff']);
  });

  it('the sender falls back to MAIL_FROM, its name to that of the store', () => {
    const config = { MAIL_FROM: 'shop@example.com' } as Parameters<typeof mailSender>[1];
    const sender = (...given: (readonly [Setting<string>, unknown])[]) =>
      mailSender(readEmailSettings(settingsWith([[storeSettings.storeName, 'Kaveri'], ...given])), config)
        .from;
    expect(sender()).toMatchObject({ email: 'shop@example.com' });
    expect(sender([mailSettings.fromEmail, 'hello@example.com'])).toEqual({
      email: 'hello@example.com',
      name: 'Kaveri',
    });
    expect(
      sender([mailSettings.fromEmail, 'hello@example.com'], [mailSettings.fromName, 'Kaveri Post']),
    ).toEqual({ email: 'hello@example.com', name: 'Kaveri Post' });
  });

  it.each(['smtp', 'mailapi'])(
    'a blank %s connection falls back to the environment as a whole',
    (provider) => {
      const settings = readEmailSettings(settingsWith([[mailSettings.provider as never, provider]]));
      const environment = {
        SMTP_HOST: 'smtp.env.example',
        SMTP_PORT: 2525,
        SMTP_SECURE: false,
        SMTP_USER: 'env',
        SMTP_PASSWORD: 'secret',
        MAIL_FROM: 'a@example.com',
        MAIL_API_BASE_URL: undefined,
      };
      expect(mailRoute(settings, environment)).toMatchObject({
        kind: 'smtp',
        config: { host: 'smtp.env.example', port: 2525, user: 'env', password: 'secret' },
      });
    },
  );

  const paths: [AuthLinkTemplate, string, string][] = [
    ['auth.reset_password', '/auth/reset-password', 'token'],
    ['auth.verification', '/auth/verification', 'code'],
    ['auth.magic_link', '/auth/magic-link', 'token'],
    ['auth.change_email', '/auth/change-email', 'token'],
    ['auth.delete_account', '/account-deleted', 'token'],
  ];

  it.each(paths)(
    '%s leads to %s with its parameter, else to another path that is set',
    (template, path, parameter) => {
      const setting = storeSettings[authLinks[template].path];
      expect(settingsWith().get(setting)).toBe(path);
      const given = {
        template,
        storeUrl: 'https://store.example.com',
        token: 'a b&c',
        serverUrl: 'https://api.example.com/verify?x=1',
        ownUrl: 'https://api.example.com',
      };
      const link = new URL(authLink({ ...given, path }));
      expect([link.origin, link.pathname]).toEqual(['https://store.example.com', path]);
      expect(link.searchParams.get(parameter)).toBe('a b&c');
      expect(new URL(authLink({ ...given, path: '/mine' })).pathname).toBe('/mine');
      // Without an address of the store, or a page, it is the link of the server, which ends at the platform's own page.
      for (const own of [authLink({ ...given, storeUrl: '', path }), authLink({ ...given, path: '' })]) {
        expect(own.startsWith('https://api.example.com/verify?x=1&')).toBe(true);
        expect(new URL(own).searchParams.get('callbackURL')).toBe(
          `https://api.example.com${authLinks[template].page}`,
        );
      }
    },
  );

  it('every path of the documents has a link, and every link a path', () => {
    expect(Object.keys(authLinks).sort()).toEqual(paths.map(([template]) => template).sort());
  });
});
