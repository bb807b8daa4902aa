import { assertMatch, entityTag } from '#api/kernel/entity-tag.js';
import { readRuleNames, type RuleNames } from '#db/search/rule-names.query.js';
import { createSearchRulesRepository, type RuleFields } from '#db/search/search-rules.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { redirectIssue } from '#domain/search/redirect-target.js';
import { ruleKey, type SearchRule } from '#domain/search/search-rule.js';
import { searchErrors } from '#domain/search/search.errors.js';
import { searchEvents } from '#domain/search/search.events.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';
import type { RuleInput } from './search-rules.schemas.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'settings'>;

export interface NamedRule {
  rule: SearchRule;
  names: RuleNames;
}

/** The tag of a rule, whatever its products are called by now. */
export const ruleTag = (rule: SearchRule): string => entityTag(rule);

const instantOf = (text: string | null | undefined) => (text ? new Date(text) : null);

export function fieldsOf(input: RuleInput): RuleFields {
  const { query, categoryId, pins = [], buried = [], boosts = [], redirect, activeFrom, activeUntil } = input;
  return {
    pins,
    buried,
    boosts,
    query: query || null,
    queryKey: ruleKey(query ?? ''),
    categoryId: categoryId ?? null,
    redirect: redirect ?? null,
    activeFrom: instantOf(activeFrom),
    activeUntil: instantOf(activeUntil),
  };
}

const shown = ({
  query,
  categoryId,
  pins,
  buried,
  boosts,
  redirect,
  activeFrom,
  activeUntil,
}: SearchRule) => ({
  query,
  categoryId,
  pins,
  buried,
  boosts,
  redirect,
  activeFrom,
  activeUntil,
});

export function createSearchRulesService({ knex, unitOfWork, audit, outbox, settings }: Deps) {
  const rules = createSearchRulesRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Search rule' });

  async function namesOf(
    list: readonly Omit<RuleFields & Partial<SearchRule>, 'queryKey'>[],
  ): Promise<RuleNames> {
    return readRuleNames(knex, {
      products: list.flatMap(({ pins, buried }) => [...pins.map(({ productId }) => productId), ...buried]),
      categories: list.flatMap(({ categoryId }) => categoryId ?? []),
      entries: list.flatMap(({ boosts }) =>
        boosts.flatMap((boost) => (boost.kind === 'new' ? [] : boost.id)),
      ),
      people: list.flatMap(({ createdBy, updatedBy }) => [createdBy ?? [], updatedBy ?? []].flat()),
    });
  }

  const named = async (rule: SearchRule): Promise<NamedRule> => ({ rule, names: await namesOf([rule]) });

  /** What a schema cannot see: rows that are named, and the addresses of the shop. @throws AppError VALIDATION_ERROR */
  async function assertValid(fields: RuleFields, prefix: string): Promise<RuleNames> {
    const names = await namesOf([fields]);
    const errors: FieldIssue[] = [];
    const unknown = (path: string, what: string) =>
      errors.push({
        path: `${prefix}.${path}`,
        message: `must be an existing ${what}`,
        code: 'unknown_reference',
      });
    fields.pins.forEach(({ productId }, n) => {
      if (!names.products.has(productId)) unknown(`pins.${n}.productId`, 'product');
    });
    fields.buried.forEach((id, n) => {
      if (!names.products.has(id)) unknown(`buried.${n}`, 'product');
    });
    fields.boosts.forEach((boost, n) => {
      if (boost.kind !== 'new' && !names.entries.has(boost.id)) unknown(`boosts.${n}.id`, boost.kind);
    });
    if (fields.categoryId !== null && !names.categories.has(fields.categoryId))
      unknown('categoryId', 'category');
    const shops = [storeSettings.storeUrl, storeSettings.canonicalBaseUrl].map((item) => settings.get(item));
    const issue = fields.redirect === null ? undefined : redirectIssue(fields.redirect, shops);
    if (issue) errors.push({ path: `${prefix}.redirect`, message: issue, code: 'invalid_value' });
    if (errors.length > 0) throw platformErrors.validation({}, { errors });
    return names;
  }

  async function record(
    tx: Tx,
    ctx: Context,
    action: 'create' | 'update' | 'delete',
    id: string,
    values: { before?: object; after?: object },
  ): Promise<void> {
    await audit.record(tx, ctx, [{ entity: 'searchRule', entityId: id, action, ...values }]);
    outbox.append(tx, ctx, searchEvents.rulesChanged, id, { ruleId: id });
  }

  async function lock(tx: Tx, id: string): Promise<SearchRule> {
    const rule = await rules.lock(tx, id);
    if (!rule) throw notFound();
    return rule;
  }

  return {
    assertValid,

    async list(query: ListQuery): Promise<Page<NamedRule>> {
      const page = await rules.list(query);
      const names = await namesOf(page.rows);
      return { ...page, rows: page.rows.map((rule) => ({ rule, names })) };
    },

    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<NamedRule> {
      const rule = await rules.find(id);
      if (!rule) throw notFound();
      return named(rule);
    },

    /** @throws AppError VALIDATION_ERROR, CONFLICT where another rule is for the same */
    async create(ctx: Context, input: RuleInput): Promise<NamedRule> {
      const fields = fieldsOf(input);
      await assertValid(fields, 'body');
      return named(
        await unitOfWork.run(ctx, async (tx) => {
          const rule = await rules.insert(tx, fields, ctx.actor.id, ctx.now);
          if (!rule) throw searchErrors.ruleTaken();
          await record(tx, ctx, 'create', rule.id, { after: shown(rule) });
          return rule;
        }),
      );
    },

    /** Replaces it. @throws AppError NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED, CONFLICT */
    async replace(
      ctx: Context,
      id: string,
      input: RuleInput,
      ifMatch: string | undefined,
    ): Promise<NamedRule> {
      const fields = fieldsOf(input);
      await assertValid(fields, 'body');
      return named(
        await unitOfWork.run(ctx, async (tx) => {
          const before = await lock(tx, id);
          assertMatch(ifMatch, ruleTag(before), 'The search rule');
          if (await rules.hasOther(tx, id, fields)) throw searchErrors.ruleTaken();
          const after = await rules.update(tx, id, fields, ctx.actor.id, ctx.now);
          if (!after) throw notFound();
          await record(tx, ctx, 'update', id, { before: shown(before), after: shown(after) });
          return after;
        }),
      );
    },

    /** @throws AppError NOT_FOUND, also for one that was deleted before */
    async delete(ctx: Context, id: string): Promise<NamedRule> {
      return named(
        await unitOfWork.run(ctx, async (tx) => {
          const rule = await lock(tx, id);
          await rules.delete(tx, id);
          await record(tx, ctx, 'delete', id, { before: shown(rule) });
          return rule;
        }),
      );
    },
  };
}

export type SearchRulesService = ReturnType<typeof createSearchRulesService>;
