import { z } from 'zod';
import { SECURE_SETTINGS, setting } from '#domain/_shared/setting.js';

export const secretsForRoles = ['admin', 'superAdmin'] as const;
export type SecretsFor = (typeof secretsForRoles)[number];

/** How recently somebody has to have signed in for what an intruder would do first. */
export const accessSettings = {
  moneyActMinutes: setting('admin', 'access.money_act_minutes', {
    schema: z.int().min(5).max(1440),
    default: 60,
    description:
      'Minutes after signing in during which a session may do acts with money: refunds by hand, payouts, adjustments',
    permission: SECURE_SETTINGS,
  }),
  approvalAbove: setting('admin', 'money.approval_above', {
    schema: z.int().min(0),
    default: 10_000_000,
    description:
      'Subunits above which an act with money waits for a second person: a refund by hand, an adjustment, store credit, or what a vendor is paid out within 24 hours; 0 is no limit',
    permission: SECURE_SETTINGS,
    formerName: 'payout.approval_above',
  }),
  approvalAboveDaily: setting('admin', 'money.approval_above_daily', {
    schema: z.int().min(0),
    default: 50_000_000,
    description:
      'Subunits that one person, API keys included, moves by such acts within 24 hours without a second person; 0 is no limit',
    permission: SECURE_SETTINGS,
  }),
  vendorRefundsAbove: setting('admin', 'money.vendor_refunds_above', {
    schema: z.int().min(0),
    default: 50_000_000,
    description:
      'Subunits that cancellations and returns of one vendor give back within 24 hours without an operator; 0 is no limit',
    permission: SECURE_SETTINGS,
  }),
  moneyActsDaily: setting('admin', 'money.acts_daily', {
    schema: z.int().min(0),
    default: 5_000,
    description: 'Acts with money that one person, API keys included, may do within 24 hours; 0 is no limit',
    permission: SECURE_SETTINGS,
  }),
  requireSecondFactor: setting('admin', 'access.require_second_factor', {
    schema: z.boolean(),
    default: false,
    description:
      'Whether people with platform roles must have a second factor; they have seven days to set it up',
    permission: SECURE_SETTINGS,
  }),
  requireVendorSecondFactor: setting('admin', 'access.require_vendor_second_factor', {
    schema: z.boolean(),
    default: false,
    description:
      'Whether people with a role at a vendor must have a second factor; they have seven days to set it up',
    permission: SECURE_SETTINGS,
  }),
  secretsFor: setting<SecretsFor>('admin', 'access.secrets_for', {
    schema: z.enum(secretsForRoles),
    default: 'admin',
    description:
      'Who may change the credentials of carriers, feeds, payments and mail: `admin` is everybody with `adminSetting:update`, `superAdmin` only who holds `adminSetting:secure`',
    permission: SECURE_SETTINGS,
  }),
} as const;

/** Days from the setting, or from the first role, until an account without a second factor can only set one up. */
export const SECOND_FACTOR_DAYS = 7;
