import { z } from 'zod';
import { issueOf } from '#domain/_shared/issue-codes.js';
import {
  idOf,
  idSchema,
  instantInputSchema,
  instantSchema,
  moneySchema,
  textSchema,
} from '#api/kernel/values.js';
import {
  type Boost,
  type BoostKind,
  boostKinds,
  MAX_BOOSTS,
  MAX_BURIED,
  MAX_PINS,
  MAX_POSITION,
  ruleKey,
} from '#domain/search/search-rule.js';

const strength = z
  .union([z.literal(1), z.literal(2), z.literal(3)])
  .meta({ description: '1, 2 or 3: the place of a product is divided by two, four or eight' });

/** A boost has the fields of its kind. */
function fieldsOfKind(
  { kind, id, days }: { kind: BoostKind; id?: string; days?: number },
  context: z.RefinementCtx,
): void {
  const needed = kind === 'new' ? { days } : { id };
  const unknown = kind === 'new' ? { id } : { days };
  for (const [name, value] of Object.entries(needed))
    if (value === undefined)
      context.addIssue(issueOf('inconsistent', `is needed by the boost ${kind}`, [name]));
  for (const [name, value] of Object.entries(unknown))
    if (value !== undefined)
      context.addIssue(issueOf('inconsistent', `is an unknown field of the boost ${kind}`, [name]));
}

export const boostSchema = z
  .strictObject({
    kind: z.enum(boostKinds),
    id: idSchema.toLowerCase().optional().meta({ description: 'Of `brand` and `tag`' }),
    days: z
      .int()
      .min(1)
      .max(365)
      .optional()
      .meta({ description: 'Of `new`: published in the last so many days' }),
    strength,
  })
  .superRefine(fieldsOfKind)
  .meta({ id: 'SearchBoost', example: { kind: 'new', days: 30, strength: 1 } }) as unknown as z.ZodType<
  Boost,
  Boost
>;

const productId = idOf('product').toLowerCase();

const pinSchema = z.object({
  productId,
  position: z.int().min(1).max(MAX_POSITION).meta({ description: 'Of the whole result, from 1' }),
});

/** The instants of a rule that is not limited in time. */
const instant = instantInputSchema.nullable().optional();

const duplicates = (values: readonly unknown[]) => new Set(values).size < values.length;

const ruleShape = z.object({
  query: textSchema(200).trim().nullable().optional().meta({
    description: 'A text that buyers search for; case, accents, signs and plurals make no difference',
    example: 'brass diya',
  }),
  categoryId: idOf('category').toLowerCase().nullable().optional().meta({
    description: 'The list of this category; with a query, a search for it within the category',
  }),
  pins: z.array(pinSchema).max(MAX_PINS).optional().meta({
    description:
      'Products at fixed places. Those that are not on sale, sold out or filtered out are left out; others are shown even where they lack the words',
  }),
  buried: z.array(productId).max(MAX_BURIED).optional().meta({ description: 'Products that come last' }),
  boosts: z.array(boostSchema).max(MAX_BOOSTS).optional().meta({
    description: 'Lift products among the first 200. Several boosts of a product add up',
  }),
  redirect: textSchema(500).trim().min(1).nullable().optional().meta({
    description: 'Where a search for the query leads to: a path of the shop, or an https address of it',
    example: '/pages/diwali',
  }),
  activeFrom: instant.meta({ description: 'Inclusive; null from now on' }),
  activeUntil: instant.meta({ description: 'Exclusive; null without an end' }),
});
export type RuleInput = z.output<typeof ruleShape>;

/** What holds of every rule, also of one that changes nothing yet. */
function checkRule(
  { query, categoryId, pins = [], buried = [], boosts = [], redirect, activeFrom, activeUntil }: RuleInput,
  context: z.RefinementCtx,
): void {
  const say = (...issue: Parameters<typeof issueOf>) => context.addIssue(issueOf(...issue));
  const pinned = pins.map((pin) => pin.productId);
  if (query && ruleKey(query) === '') say('invalid_value', 'must contain a letter or digit', ['query']);
  if (!query && !categoryId) say('required', 'or `categoryId` is required', ['query']);
  if (duplicates(pinned)) say('not_unique', 'must not contain a product twice', ['pins']);
  if (duplicates(pins.map(({ position }) => position)))
    say('not_unique', 'must not contain a position twice', ['pins']);
  if (duplicates(buried)) say('not_unique', 'must not contain a product twice', ['buried']);
  if (buried.some((id) => pinned.includes(id)))
    say('inconsistent', 'must not contain a product that is pinned', ['buried']);
  if (duplicates(boosts.map((boost) => (boost.kind === 'new' ? 'new' : boost.id))))
    say('not_unique', 'must not contain a brand, a tag or `new` twice', ['boosts']);
  if (redirect && !query) say('inconsistent', 'needs a query: a category has no redirect', ['redirect']);
  if (redirect && categoryId) say('inconsistent', 'must not be set together with a category', ['redirect']);
  if (activeFrom && activeUntil && activeFrom >= activeUntil)
    say('inconsistent', 'must be after activeFrom', ['activeUntil']);
}

export const ruleInput = ruleShape
  .superRefine(checkRule)
  .superRefine(({ pins = [], buried = [], boosts = [], redirect }, context) => {
    const message = 'or `buried`, `boosts` or `redirect` is required: the rule would change nothing';
    if (pins.length + buried.length + boosts.length === 0 && !redirect)
      context.addIssue(issueOf('required', message, ['pins']));
  })
  .meta({ id: 'SearchRuleInput' });

export const ruleExample = {
  query: 'brass diya',
  boosts: [{ kind: 'new', days: 30, strength: 1 }],
} as const;

const title = z.string().nullable().meta({ description: 'Null where it is gone' });

export const ruleSchema = z
  .object({
    id: idOf('searchRule'),
    query: z.string().nullable(),
    category: z.object({ id: idOf('category'), title: z.string(), slug: z.string() }).nullable(),
    pins: z.array(z.object({ productId: idOf('product'), title, position: z.int() })),
    buried: z.array(z.object({ productId: idOf('product'), title })),
    boosts: z.array(
      z.object({
        kind: z.enum(['brand', 'tag', 'new']),
        id: idSchema.nullable(),
        title,
        days: z.int().nullable(),
        strength: z.int(),
      }),
    ),
    redirect: z.string().nullable(),
    activeFrom: instantSchema.nullable(),
    activeUntil: instantSchema.nullable(),
    isActive: z.boolean().meta({ description: 'Whether its time has begun and has not ended' }),
    createdBy: z.string().meta({ description: 'Name of who created it, or the id of an API key' }),
    updatedBy: z.string().meta({ description: 'Name of who changed it last, or the id of an API key' }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'SearchRule' });

export const previewInput = z
  .object({
    rule: ruleShape.superRefine(checkRule),
    limit: z.int().min(1).max(60).optional().meta({ description: 'Products of each list, 20 by default' }),
  })
  .meta({ id: 'SearchRulePreviewInput' });

export const effects = ['pinned', 'buried', 'boosted'] as const;

const previewedProduct = z.object({
  id: idOf('product'),
  title: z.string(),
  thumbnail: z.string().nullable(),
  brand: z.string().nullable(),
  inStock: z.boolean(),
  priceStart: moneySchema.nullable(),
  place: z.int(),
  effect: z.enum(effects).nullable().meta({ description: 'What the rule does to the product' }),
});

const side = z.object({ total: z.int(), products: z.array(previewedProduct) });

export const previewSchema = z
  .object({
    before: side.meta({ description: 'Without any rule' }),
    after: side.meta({ description: 'With the rule, whatever its time' }),
    leftOut: z
      .array(z.object({ productId: idOf('product'), title }))
      .meta({ description: 'Pinned products that are not shown: not on sale, or sold out' }),
  })
  .meta({ id: 'SearchRulePreview' });
