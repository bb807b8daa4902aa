import { mailSettings } from '#domain/mail/mail.settings.js';
import type { Config } from '#lib/config.js';
import type { SettingsReader } from '#lib/settings.js';

/** A provider's words without the credentials of the mail connection, should it repeat them. */
export function withoutSecrets(
  text: string,
  settings: Pick<SettingsReader, 'get'>,
  config: Pick<Config, 'SMTP_PASSWORD'>,
): string {
  const passwords = [settings.get(mailSettings.smtpPassword), config.SMTP_PASSWORD ?? ''];
  const secrets = [
    settings.get(mailSettings.mailapiApiKey),
    ...passwords.flatMap((password) => [password, Buffer.from(password).toString('base64')]),
  ];
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((result, secret) => result.replaceAll(secret, '[redacted]'), text);
}
