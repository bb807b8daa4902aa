import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';
import { defaultVariantFieldMap, type VariantFieldMap } from './variant-fields.js';

const text = (max: number) => z.string().trim().max(max);
const webAddress = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]);
const productPath = z
  .string()
  .trim()
  .max(300)
  .refine((path) => path === '' || path.includes('{slug}'), 'must contain {slug}');
const currency = z.union([z.literal(''), z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code')]);

const names = z.array(z.string().trim().min(1).max(100)).max(20);
const variantFieldMap = z.strictObject({
  color: names,
  size: names,
  gender: names,
  ageGroup: names,
  pattern: names,
  material: names,
}) satisfies z.ZodType<VariantFieldMap>;

export const feedConditions = ['new', 'refurbished', 'used'] as const;
export type FeedCondition = (typeof feedConditions)[number];

export const feedModes = ['live', 'dry_run'] as const;
export type FeedMode = (typeof feedModes)[number];

/** A setting that holds plain text. */
export function feedText(
  name: string,
  description: string,
  options: { secret?: boolean; max?: number } = {},
) {
  return setting<string>('admin', name, {
    schema: text(options.max ?? 200),
    default: '',
    description,
    secret: options.secret,
  });
}

/** The settings that both feeds have, under the name of their group. */
export function sharedFeedSettings(group: string, title: string) {
  const named = (key: string) => `${group}.${key}`;
  return {
    storefrontBaseUrl: setting<string>('admin', named('storefront_base_url'), {
      schema: webAddress,
      default: '',
      description: `Address of the storefront in the ${title}`,
    }),
    storefrontProductPath: setting<string>('admin', named('storefront_product_path'), {
      schema: productPath,
      default: '/products/{slug}',
      description: `Path of a product page in the ${title}, with \`{slug}\``,
    }),
    currency: setting<string>('admin', named('currency'), {
      schema: currency,
      default: 'INR',
      description: `Currency of the ${title}; it must be the currency of the store`,
    }),
    defaultCondition: setting<FeedCondition>('admin', named('default_condition'), {
      schema: z.enum(feedConditions),
      default: 'new',
      description: `Condition of every item of the ${title}`,
    }),
    variantFields: setting<VariantFieldMap>('admin', named('variant_fields'), {
      schema: variantFieldMap,
      default: defaultVariantFieldMap,
      description: `Names of options and codes of attributes that colour, size, gender, age group, pattern and material are read from in the ${title}`,
    }),
    syncEnabled: setting<boolean>('admin', named('sync_enabled'), {
      schema: z.boolean(),
      default: true,
      description: `Whether the ${title} sends anything; intents are kept while it does not`,
    }),
    feedMode: setting<FeedMode>('admin', named('feed_mode'), {
      schema: z.enum(feedModes),
      default: 'live',
      description: `\`dry_run\` does everything but the remote write in the ${title}`,
    }),
  };
}

/** The pace of a feed. */
export function feedPaceSettings(group: string, title: string, most: number) {
  return {
    syncIntervalSeconds: setting<number>('admin', `${group}.sync_interval_seconds`, {
      schema: z.int().min(0).max(3_600),
      default: 5,
      description: `Rounds of the ${title} begin at least so many seconds apart`,
    }),
    syncBatchSize: setting<number>('admin', `${group}.sync_batch_size`, {
      schema: z.int().min(1).max(most),
      default: most,
      description: `Most items of one round of the ${title}`,
    }),
  };
}
