import { ownMailAddress } from '#domain/settings/mail-address.settings.js';
import { z } from 'zod';
import { isOneLine } from '#domain/_shared/one-line.js';
import { SECURE_SETTINGS, setting } from '#domain/_shared/setting.js';
import { builtInLocales, isLanguageTag, LOCALE_LENGTH, LOCALE_PATTERN } from './locales.js';
import { pictureSetting } from '#domain/settings/picture.settings.js';

/** Labels of letters, digits and hyphens, those of other scripts too; or an address. */
function isHost(text: string): boolean {
  return (
    text === '' ||
    /^[0-9a-f:]*:[0-9a-f:.]*$/i.test(text) ||
    /^(?=.{1,253}$)([\p{L}\p{N}_]([\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}_])?)(\.[\p{L}\p{N}_]([\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}_])?)*\.?$/u.test(
      text,
    )
  );
}

const text = (max: number) => z.string().trim().max(max);
const optionalEmail = z.union([z.literal(''), ownMailAddress]);
const httpUrl = z.url({ protocol: /^https?$/ }).max(2048);

export const mailProviders = ['smtp', 'mailapi'] as const;

const footerLink = z.strictObject({ label: text(120).min(1), url: httpUrl });
const socialLink = z.strictObject({ platform: text(60).min(1), url: httpUrl, icon: pictureSetting });

const LANGUAGE_TAG = 'must be a language tag like en or hi-IN';

/** A language tag, BCP 47. */
export const localeSchema = z
  .string()
  .max(LOCALE_LENGTH)
  .regex(LOCALE_PATTERN, { message: LANGUAGE_TAG, abort: true })
  .refine(isLanguageTag, LANGUAGE_TAG)
  .meta({ example: 'hi' });

/** Nothing, base64 of the DER form, or PEM. */
const PUBLIC_KEY =
  /^$|^[A-Za-z0-9+/]{60,}={0,2}$|^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/;

/** How mail leaves, and what surrounds every mail. Blank host or key: the `SMTP_*` and `MAIL_*` environment applies. */
export const mailSettings = {
  provider: setting('admin', 'email.provider', {
    permission: SECURE_SETTINGS,
    schema: z.enum(mailProviders),
    default: 'smtp',
    description: 'How mail is sent: by SMTP or through the API of a mail provider',
  }),
  fromEmail: setting('admin', 'email.from_email', {
    permission: SECURE_SETTINGS,
    schema: optionalEmail,
    default: '',
    description: 'Sender address; empty falls back to MAIL_FROM',
  }),
  fromName: setting('admin', 'email.from_name', {
    schema: text(120).refine(isOneLine, 'must be one line without control characters'),
    default: '',
    description: 'Name shown beside the sender address',
  }),
  replyTo: setting('admin', 'email.reply_to', {
    permission: SECURE_SETTINGS,
    schema: optionalEmail,
    default: '',
    description: 'Address that responses go to; empty for the sender',
  }),
  mailapiApiKey: setting('admin', 'email.mailapi_api_key', {
    schema: text(500),
    default: '',
    description: 'Key of the mail provider’s API',
    secret: true,
  }),
  webhookPublicKey: setting('admin', 'email.mailapi_webhook_public_key', {
    credential: true,
    schema: text(1000).regex(
      PUBLIC_KEY,
      'must be the ECDSA public key of the event webhook, in base64 or PEM',
    ),
    default: '',
    description:
      'Public key with which the mail provider’s event webhook is verified; empty refuses its events',
  }),
  dsnSecret: setting('admin', 'email.dsn_secret', {
    schema: z.union([z.literal(''), z.string().min(16).max(200)]),
    default: '',
    description: 'Secret of the webhook that receives delivery status notifications; empty refuses them',
    secret: true,
  }),
  bounceAddress: setting('admin', 'email.bounce_address', {
    schema: optionalEmail,
    default: '',
    description:
      'Envelope sender of mails by SMTP, with the id of each mail after a plus sign; empty for the sender',
  }),
  smtpHost: setting('admin', 'email.smtp_host', {
    permission: SECURE_SETTINGS,
    schema: text(255).refine(isHost, 'must be a host name or an IP address, without scheme, port or path'),
    default: '',
    description: 'SMTP server; empty falls back to SMTP_HOST',
  }),
  smtpPort: setting('admin', 'email.smtp_port', {
    permission: SECURE_SETTINGS,
    schema: z.int().min(1).max(65_535),
    default: 587,
    description: 'Port of the SMTP server',
  }),
  smtpSecure: setting('admin', 'email.smtp_secure', {
    permission: SECURE_SETTINGS,
    schema: z.boolean(),
    default: false,
    description:
      'Whether the connection starts encrypted (port 465); otherwise STARTTLS is used where offered',
  }),
  smtpUser: setting('admin', 'email.smtp_user', {
    credential: true,
    schema: text(255),
    default: '',
    description: 'User name at the SMTP server',
  }),
  smtpPassword: setting('admin', 'email.smtp_password', {
    schema: z.string().max(500),
    default: '',
    description: 'Password at the SMTP server',
    secret: true,
  }),
  ratePerSecond: setting('admin', 'email.rate_per_second', {
    schema: z.int().min(1).max(10_000),
    default: 500,
    description: 'Most mails a second that leave the mail queue; campaigns have a rate of their own',
  }),
  retryHours: setting('admin', 'email.patience_hours', {
    schema: z.int().min(1).max(72),
    default: 24,
    description:
      'Hours for which a recipient is tried whom the mail server puts off; then the mail has failed',
  }),
  language: setting('store', 'email.language', {
    schema: localeSchema,
    default: 'en',
    description:
      'Language of campaigns, and of mails to recipients whose own language is not known, as a BCP 47 tag',
  }),
  languages: setting<string[]>('store', 'email.languages', {
    schema: z.array(localeSchema).max(20),
    default: [...builtInLocales],
    description:
      'Further languages that recipients can choose for their mails, as BCP 47 tags; English and Hindi are built in',
  }),
  supportEmail: setting('store', 'email.support_email', {
    schema: optionalEmail,
    default: '',
    description: 'Address that customers are told to write to',
  }),
  logoUrl: setting('store', 'email.logo_url', {
    schema: pictureSetting,
    default: '',
    description: 'Logo at the head of mails; empty falls back to the logo of the store',
  }),
  footerLinks: setting<z.infer<typeof footerLink>[]>('store', 'email.footer_links', {
    schema: z.array(footerLink).max(20),
    default: [],
    description: 'Links at the foot of mails',
  }),
  socialLinks: setting<z.infer<typeof socialLink>[]>('store', 'email.social_links', {
    schema: z.array(socialLink).max(20),
    default: [],
    description: 'Social profiles at the foot of mails',
  }),
  footerText: setting('store', 'email.footer_text', {
    schema: text(2000),
    default: '',
    description: 'Text at the foot of mails',
  }),
} as const;
