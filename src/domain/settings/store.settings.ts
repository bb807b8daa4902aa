import { z } from 'zod';
import { SECURE_SETTINGS, setting } from '#domain/_shared/setting.js';
import { pictureSetting } from './picture.settings.js';

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1f6feb');
const optionalText = (max: number) => z.string().trim().max(max);
const optionalUrl = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)]);
/** Empty where the storefront has no such page. */
const path = z.string().regex(/^(\/[^\s?#]*)?$/, 'must be empty or a path starting with /');

function timeZoneExists(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Currencies without two decimals are refused: amounts are hundredths everywhere. */
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code', abort: true })
  .refine(
    (code) =>
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
        .maximumFractionDigits === 2,
    'must be a currency with two decimals',
  );

/** What the whole store shares: its clock, its money, its face. */
export const storeSettings = {
  timeZone: setting('store', 'time_zone', {
    schema: z.string().refine(timeZoneExists, 'must be an IANA time zone'),
    default: 'Asia/Kolkata',
    description: 'Time zone of "today", of day and month buckets and of the financial year',
  }),
  currency: setting('store', 'currency', {
    schema: currency,
    default: 'INR',
    description: 'ISO 4217 currency of all amounts; fixed after the first order',
  }),
  storeName: setting('store', 'branding.store_name', {
    schema: optionalText(120).min(1),
    default: 'Haat',
    description: 'Name of the store in mails and documents',
  }),
  logoUrl: setting('store', 'branding.logo_url', {
    schema: pictureSetting,
    default: '',
    description: 'Logo: a storage key or a URL',
  }),
  accentColor: setting('store', 'branding.accent_color', {
    schema: hexColor,
    default: '#0f5c4d',
    description: 'Colour of buttons and links in mails',
  }),
  accentTextColor: setting('store', 'branding.accent_text_color', {
    schema: hexColor,
    default: '#ffffff',
    description: 'Colour of text on the accent colour',
  }),
  storeUrl: setting('store', 'storefront_urls.store_url', {
    permission: SECURE_SETTINGS,
    schema: optionalUrl,
    default: '',
    description: 'Address of the storefront, used in mails',
  }),
  vendorPanelUrl: setting('store', 'storefront_urls.vendor_panel_url', {
    permission: SECURE_SETTINGS,
    schema: optionalUrl,
    default: '',
    description:
      'Address of the vendor panel, which mails to vendors link to. While it is empty they link to the console; without the console they have no button',
  }),
  canonicalBaseUrl: setting('store', 'seo.canonical_base_url', {
    permission: SECURE_SETTINGS,
    schema: optionalUrl,
    default: '',
    description: 'Canonical address of the storefront; used where store_url is empty',
  }),
  authResetPasswordPath: setting('store', 'storefront_urls.auth_reset_password_path', {
    permission: SECURE_SETTINGS,
    schema: path,
    default: '/auth/reset-password',
    description: 'Path of the page that sets a new password; empty for the page of the platform',
  }),
  authVerificationPath: setting('store', 'storefront_urls.auth_verification_path', {
    permission: SECURE_SETTINGS,
    schema: path,
    default: '/auth/verification',
    description: 'Path of the page that confirms an e-mail address; empty for the page of the platform',
  }),
  authMagicLinkPath: setting('store', 'storefront_urls.auth_magic_link_path', {
    permission: SECURE_SETTINGS,
    schema: path,
    default: '/auth/magic-link',
    description: 'Path of the page that signs in by link; empty for the page of the platform',
  }),
  authChangeEmailPath: setting('store', 'storefront_urls.auth_change_email_path', {
    permission: SECURE_SETTINGS,
    schema: path,
    default: '/auth/change-email',
    description: 'Path of the page that confirms a new e-mail address; empty for the page of the platform',
  }),
  authDeleteAccountPath: setting('store', 'storefront_urls.auth_delete_account_path', {
    permission: SECURE_SETTINGS,
    schema: path,
    default: '/account-deleted',
    description:
      'Path of the page that confirms the deletion of an account; empty for the page of the platform',
  }),
  unsubscribePath: setting('store', 'storefront_urls.unsubscribe_path', {
    permission: SECURE_SETTINGS,
    schema: path,
    default: '',
    description: 'Path of the page that ends campaign mails; empty for the page of the platform',
  }),
  backInStockPath: setting('store', 'storefront_urls.back_in_stock_path', {
    permission: SECURE_SETTINGS,
    schema: path,
    default: '',
    description: 'Path of the page that ends back-in-stock requests; empty for the page of the platform',
  }),
  restoreCartPath: setting('store', 'storefront_urls.restore_cart_path', {
    permission: SECURE_SETTINGS,
    schema: path.min(1),
    default: '/cart/restore',
    description: 'Path of the page that restores the cart of a reminder',
  }),
} as const;
