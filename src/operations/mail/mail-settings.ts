import { mailSettings } from '#domain/mail/mail.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { EmailSettings } from '#integrations/mail/email-settings.js';
import type { MailBrand } from '#integrations/mail/mail-brand.js';
import { isPublicKey } from '#integrations/storage/storage-key.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { SecretSettings, SettingsReader } from '#lib/settings.js';

/**
 * How mail leaves, as set at this moment.
 * @throws Error when the secret of the active provider cannot be read: as one that is not set, it would have mails leave
 * by another way, or be refused for good
 */
export function readEmailSettings({
  get,
  unreadable,
}: Pick<SettingsReader, 'get'> & SecretSettings): EmailSettings {
  const secret =
    get(mailSettings.provider) === 'smtp' ? mailSettings.smtpPassword : mailSettings.mailapiApiKey;
  if (unreadable(secret)) throw new Error(`The setting ${secret.name} cannot be read: enter it again`);
  return {
    provider: get(mailSettings.provider),
    fromEmail: get(mailSettings.fromEmail),
    fromName: get(mailSettings.fromName) || get(storeSettings.storeName),
    replyTo: get(mailSettings.replyTo),
    bounceAddress: get(mailSettings.bounceAddress),
    mailapiApiKey: get(mailSettings.mailapiApiKey),
    smtpHost: get(mailSettings.smtpHost),
    smtpPort: get(mailSettings.smtpPort),
    smtpSecure: get(mailSettings.smtpSecure),
    smtpUser: get(mailSettings.smtpUser),
    smtpPassword: get(mailSettings.smtpPassword),
  };
}

/** The mailbox whose mails come to the webhook of delivery status notifications; undefined where none does. */
export function unsubscribeMailbox({ get }: Pick<SettingsReader, 'get'>): string | undefined {
  return get(mailSettings.dsnSecret) === '' ? undefined : get(mailSettings.bounceAddress) || undefined;
}

/** What surrounds every mail, as set at this moment. Uploaded pictures get the address that the world can read. */
export function readMailBrand(
  { get }: Pick<SettingsReader, 'get'>,
  storage: Pick<Storage, 'publicUrl'>,
): MailBrand {
  const picture = (location: string) => (isPublicKey(location) ? storage.publicUrl(location) : location);
  return {
    storeName: get(storeSettings.storeName),
    storeUrl: get(storeSettings.storeUrl) || get(storeSettings.canonicalBaseUrl),
    supportEmail: get(mailSettings.supportEmail),
    accentColor: get(storeSettings.accentColor),
    accentTextColor: get(storeSettings.accentTextColor),
    logoUrl: picture(get(mailSettings.logoUrl) || get(storeSettings.logoUrl)),
    footerText: get(mailSettings.footerText),
    footerLinks: get(mailSettings.footerLinks),
    socialLinks: get(mailSettings.socialLinks).map((link) => ({ ...link, icon: picture(link.icon) })),
  };
}
