import { feedPaceSettings, feedText, isCountryCode, setting, sharedFeedSettings, z } from 'haat/plugin';

const group = 'merchant_feed';
const title = 'merchant feed';
const digits = z.string().trim().max(20).regex(/^\d*$/, 'must be a number');

export const merchantFeedSettings = {
  oauthClientId: feedText(`${group}.oauth_client_id`, 'OAuth client id of the merchant feed'),
  oauthClientSecret: feedText(`${group}.oauth_client_secret`, 'OAuth client secret of the merchant feed', {
    secret: true,
    max: 500,
  }),
  merchantId: setting<string>('admin', `${group}.merchant_id`, {
    schema: digits,
    default: '',
    description: 'Number of the merchant account',
  }),
  dataSourceId: setting<string>('admin', `${group}.data_source_id`, {
    schema: digits,
    default: '',
    description: 'Number of the primary API data source that items are written to',
  }),
  language: setting<string>('admin', `${group}.language`, {
    schema: z.string().regex(/^[a-z]{2}$/, 'must be an ISO 639-1 code'),
    default: 'en',
    description: 'Content language of the items',
  }),
  country: setting<string>('admin', `${group}.country`, {
    schema: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code')
      .refine(isCountryCode, 'must be an ISO 3166-1 alpha-2 code'),
    default: 'IN',
    description: 'Country of sale and feed label of the items',
  }),
  shippingConfigured: setting<boolean>('admin', `${group}.shipping_configured`, {
    schema: z.boolean(),
    default: false,
    description:
      'Whether the merchant account has a shipping service for the country; otherwise each item carries what the store charges for shipping',
  }),
  ...sharedFeedSettings(group, title),
  ...feedPaceSettings(group, title, 500),
} as const;
