import { ownMailAddress } from '#domain/settings/mail-address.settings.js';
import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { z } from 'zod';
import { setting, type SettingScope } from '#domain/_shared/setting.js';
import {
  type CarrierField,
  carrierFieldNames,
  type CourierAccount,
  type ParcelSize,
} from './carrier-config.js';
import { courierCodes } from './couriers.js';
import { providerIds } from './provider.js';

const text = (max: number) => z.string().trim().max(max);
const orEmpty = (schema: z.ZodType<string>) => z.union([z.literal(''), schema]);

const courierAccount = z.strictObject({ cpId: z.int().positive(), accountCode: z.string().min(1).max(120) });
const centimetresOrGrams = z.int().positive();

/** What each field of a carrier account may hold; empty is "not set". */
export const carrierValueSchemas = {
  apiKey: text(500),
  username: text(200),
  webhookSecret: text(500).refine(
    (value) => value === '' || value.length >= 32,
    'must have at least 32 characters',
  ),
  pickupPincode: orEmpty(
    z
      .string()
      .trim()
      .overwrite(asciiDigits)
      .regex(/^\d{6}$/, 'must be six digits'),
  ),
  enabledCouriers: z.array(z.string().min(1)).max(50),
  courierMap: z.partialRecord(z.enum(courierCodes), courierAccount) as unknown as z.ZodType<
    Record<string, CourierAccount>
  >,
  pickupName: text(120),
  pickupAddress: text(500),
  pickupCity: text(120),
  pickupState: text(120),
  pickupPhone: orEmpty(text(20).min(6)),
  pickupEmail: orEmpty(ownMailAddress.max(200)),
  pickupTin: text(40),
  defaultParcel: z
    .strictObject({
      weight: centimetresOrGrams,
      length: centimetresOrGrams,
      breadth: centimetresOrGrams,
      height: centimetresOrGrams,
    })
    .nullable() as z.ZodType<ParcelSize | null>,
} satisfies Record<CarrierField, z.ZodType>;

function carrierSettings(scope: SettingScope, prefix: string, whose: string) {
  const named = (field: CarrierField) => `${prefix}shipping.carrier.${carrierFieldNames[field]}`;
  const textSetting = (field: TextField, description: string, secret = false) =>
    setting<string>(scope, named(field), {
      schema: carrierValueSchemas[field],
      default: '',
      description: `${description} (${whose})`,
      secret,
    });
  return {
    apiKey: textSetting('apiKey', 'API key of the carrier account', true),
    username: textSetting('username', 'User name of the carrier account'),
    webhookSecret: textSetting(
      'webhookSecret',
      'Secret that signs the webhooks of the carrier account',
      true,
    ),
    pickupPincode: textSetting('pickupPincode', 'Pincode where parcels are picked up'),
    enabledCouriers: setting<string[]>(scope, named('enabledCouriers'), {
      schema: carrierValueSchemas.enabledCouriers,
      default: [],
      description: `Couriers that the carrier account shows; a courier is usable when it is in the map (${whose})`,
    }),
    courierMap: setting<Record<string, CourierAccount>>(scope, named('courierMap'), {
      schema: carrierValueSchemas.courierMap,
      default: {},
      description: `Courier code to \`{ cpId, accountCode }\` of the carrier account (${whose})`,
    }),
    pickupName: textSetting('pickupName', 'Name at the pickup address'),
    pickupAddress: textSetting('pickupAddress', 'Street of the pickup address'),
    pickupCity: textSetting('pickupCity', 'City of the pickup address'),
    pickupState: textSetting('pickupState', 'State of the pickup address'),
    pickupPhone: textSetting('pickupPhone', 'Phone at the pickup address'),
    pickupEmail: textSetting('pickupEmail', 'E-mail address of the pickup'),
    pickupTin: textSetting('pickupTin', 'TIN or GSTIN of the sender'),
    defaultParcel: setting<ParcelSize | null>(scope, named('defaultParcel'), {
      schema: carrierValueSchemas.defaultParcel,
      default: null,
      description: `Parcel in grams and centimetres, sent with every shipment (${whose})`,
    }),
  } as const;
}

type TextField = Exclude<CarrierField, 'enabledCouriers' | 'courierMap' | 'defaultParcel'>;

/** The carrier account of a vendor, stored under `vendor.admin.shipping.carrier.*`. */
export const vendorCarrierSettings = carrierSettings('vendor', 'admin.', 'of a vendor');
/** The carrier account of the platform, stored under `admin.shipping.carrier.*`. */
export const platformCarrierSettings = carrierSettings('admin', '', 'of the platform');

const subunits = z.int().min(0).max(100_000_000_00);

const hours = z
  .int()
  .min(0)
  .max(24 * 30);

export const shippingSettings = {
  allowedProviders: setting<string[]>('admin', 'shipping.allowed_providers', {
    schema: z.array(z.enum(providerIds)).max(20),
    default: [...providerIds],
    description: 'Ids of the shipping providers that vendors may use',
  }),
  enabledProviders: setting<string[] | null>('vendor', 'shipping.enabled_providers', {
    schema: z.array(z.enum(providerIds)).min(1).max(20).nullable(),
    default: null,
    description: 'Ids of the shipping providers that this vendor uses; null is all that are allowed',
  }),
  awbAlertHours: setting('admin', 'shipping.awb_alert_hours', {
    schema: hours.min(1),
    default: 6,
    description: 'A shipment still without AWB after so many hours is reported to the operators',
  }),
  expectedDay: setting('admin', 'shipping.expected_day', {
    schema: z.boolean(),
    default: false,
    description:
      'The carrier is asked when a parcel will arrive; buyers see the day in mails and on their order',
  }),
  ewayBillLimit: setting('admin', 'shipping.eway_bill_limit_subunit', {
    schema: subunits,
    default: 50_000_00,
    description: 'Subunits above which a consignment needs an e-way bill (CGST Rules 2017, rule 138)',
  }),
  ewayBillStateLimits: setting<Record<string, number>>('admin', 'shipping.eway_bill_state_limits_subunit', {
    schema: z.record(z.string().regex(/^\d{2}$/, 'must be a GST state code of two digits'), subunits),
    default: {},
    description:
      'Subunits above which goods that stay in a state need one, by GST state code: states differ, and change',
  }),
  transporterIds: setting<Record<string, string>>('admin', 'shipping.transporter_ids', {
    schema: z.partialRecord(
      z.enum(courierCodes),
      z.string().regex(/^[0-9A-Z]{15}$/, 'must have 15 capital letters and digits'),
    ) as unknown as z.ZodType<Record<string, string>>,
    default: {},
    description: 'Courier code to its GSTIN or transporter id on the e-way bill portal',
  }),
  pollAfterHours: setting('admin', 'shipping.poll_after_hours', {
    schema: hours.min(1),
    default: 6,
    description: 'Hours without a scan after which the carrier is asked about a parcel',
  }),
} as const;
