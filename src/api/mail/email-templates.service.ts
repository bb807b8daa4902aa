import { createTemplateOverridesRepository } from '#db/mail/template-overrides.repository.js';
import { assertMayChangeSecurely } from '#api/settings/secure-settings.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { holdsSecrets } from '#domain/mail/mail-message.js';
import type { MailTemplate } from '#domain/mail/mail-template.js';
import { mailTemplateReset, mailTemplateUpdated } from '#domain/mail/mail.events.js';
import {
  contentParts,
  draftWords,
  effectiveWords,
  hasWords,
  isEnabled,
  type LocalWords,
  type TemplateDraft,
  type TemplateOverride,
} from '#domain/mail/template-override.js';
import { localeChain, localeName } from '#domain/mail/locales.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { findMailTemplate, mailTemplates } from '#domain/mail/template-registry.js';
import type { RenderedMail } from '#integrations/mail/render-template.js';
import { renderMail, sampleValues, valuesOf } from '#operations/mail/render-mail.js';
import { reviewDraft } from '#operations/mail/review-draft.js';
import { brandWarnings } from '#operations/mail/brand-warnings.js';
import { draftWarnings } from '#operations/mail/draft-warnings.js';
import { offeredLocales } from '#operations/mail/offered-locales.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'config' | 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'settings' | 'storage'>;

export interface TemplateKey {
  eventType: string;
  role: string;
}

/** A template in one language, that of the store when undefined. */
export interface LocalTemplateKey extends TemplateKey {
  locale?: string;
}

/** A template with what operators have changed about it, seen in one language. */
export interface TemplateView {
  template: MailTemplate;
  /** In every language. */
  overrides: readonly TemplateOverride[];
  /** The language, and those that its words are looked for in next. */
  chain: readonly string[];
}

export type TemplateChanges = TemplateDraft & { enabled?: boolean };

export interface TemplatePreview extends RenderedMail {
  removed: string[];
  warnings: string[];
}

/** A language that mails come in. */
export interface TemplateLanguage {
  locale: string;
  name: string;
  isDefault: boolean;
  /** Keys of the templates without words in it. */
  missing: string[];
}

const keyOf = ({ eventType, role }: TemplateKey) => `${eventType}/${role}`;

export function createEmailTemplatesService(deps: Deps) {
  const { unitOfWork, knex, audit, outbox, settings } = deps;
  const overrides = createTemplateOverridesRepository(knex);
  const chainOf = (locale?: string) => localeChain(locale, settings.get(mailSettings.language));

  function templateOf({ eventType, role }: TemplateKey): MailTemplate {
    const template = findMailTemplate(eventType, role);
    if (!template) throw platformErrors.notFound({ entity: 'Mail template' });
    return template;
  }

  /** @throws AppError VALIDATION_ERROR naming each part that cannot be taken */
  function acceptedDraft({ template, overrides: own, chain }: TemplateView, draft: TemplateDraft) {
    const words = draftWords(template, own, chain, draft);
    const { errors, removed } = reviewDraft(template, words, deps);
    if (errors.length > 0) throw platformErrors.validation({}, { errors });
    return { words, removed };
  }

  const warningsOf = (
    template: MailTemplate,
    { content, locale }: LocalWords,
    [asked = 'en']: readonly string[],
  ) => [
    ...(asked === locale || asked.startsWith(`${locale}-`)
      ? []
      : [`There is no body in ${localeName(asked)}: the mail is in ${localeName(locale)}`]),
    ...brandWarnings(deps),
    ...draftWarnings(template, content),
  ];

  async function view({ locale, ...key }: LocalTemplateKey): Promise<TemplateView> {
    const template = templateOf(key);
    return { template, overrides: await overrides.find(template), chain: chainOf(locale) };
  }

  /** The words of a draft, or those in effect, filled in with the sample. */
  async function render(key: LocalTemplateKey, draft: TemplateDraft): Promise<TemplatePreview> {
    const current = await view(key);
    const { words, removed } = acceptedDraft(current, draft);
    const rendered = rendering(current.template, words);
    return { ...rendered, removed, warnings: warningsOf(current.template, words, current.chain) };
  }

  const rendering = (template: MailTemplate, { content, locale }: LocalWords) =>
    renderMail(template, content, sampleValues(template, locale), deps);

  /** Every template, in the order of the registry. */
  async function list(locale?: string): Promise<TemplateView[]> {
    const all = await overrides.all();
    const chain = chainOf(locale);
    return mailTemplates.map((template) => ({
      template,
      chain,
      overrides: all.filter((row) => keyOf(row) === keyOf(template)),
    }));
  }

  return {
    list,

    /** Every language that recipients can choose or that has words of operators, that of the store first. */
    async languages(): Promise<TemplateLanguage[]> {
      const views = await list();
      const own = views.flatMap((item) => item.overrides.map(({ locale }) => locale));
      const standard = settings.get(mailSettings.language);
      return [...new Set([...offeredLocales(settings), ...own])].map((locale) => ({
        locale,
        name: localeName(locale),
        isDefault: locale === standard,
        missing: views
          .filter(({ template, overrides }) => !isWritten(template, overrides, locale))
          .map(({ template }) => keyOf(template)),
      }));
    },

    /** @throws AppError NOT_FOUND */
    get: view,

    /**
     * Changes what is given; null and blank text go back to the default. Without a difference from the defaults there is
     * no override any more.
     * @throws AppError NOT_FOUND, VALIDATION_ERROR, FORBIDDEN for mails of accounts
     */
    async update(ctx: Context, { locale: asked, ...key }: LocalTemplateKey, changes: TemplateChanges) {
      const template = templateOf(key);
      const chain = chainOf(asked);
      const [locale = 'en'] = chain;
      if (holdsSecrets(template.eventType))
        assertMayChangeSecurely(ctx, `the mail template ${template.eventType}`);
      return unitOfWork.run(ctx, async (tx) => {
        const own = await overrides.lock(tx, template);
        const { removed } = acceptedDraft({ template, overrides: own, chain }, changes);
        const wasEnabled = isEnabled(template, own);
        const before = own.find((item) => item.locale === locale);
        const after = overrideAfter(template, { before, wasEnabled, locale }, changes, ctx.now);
        const isOn = after?.enabled ?? changes.enabled ?? wasEnabled;
        if (isEqual(before, after) && isOn === wasEnabled)
          return { template, overrides: own, chain, removed };
        if (after) await overrides.write(tx, after);
        else await overrides.delete(tx, { ...template, locale });
        if (isOn !== wasEnabled) await overrides.setEnabled(tx, template, isOn);
        await record(after, before);
        return { template, overrides: await overrides.find(template, tx), chain, removed };

        async function record(now?: TemplateOverride, then?: TemplateOverride) {
          const { eventType, role } = template;
          const entityId = `${eventType}/${role}`;
          const part = asked === undefined ? {} : { key: locale };
          await audit.record(tx, ctx, [
            {
              entity: 'mailTemplate',
              entityId,
              action: now ? 'update' : 'reset',
              ...part,
              before: wordsOf(then),
              after: wordsOf(now),
            },
          ]);
          outbox.append(tx, ctx, now ? mailTemplateUpdated : mailTemplateReset, entityId, {
            eventType,
            role,
          });
        }
      });
    },

    /** Saves nothing and sends nothing. @throws AppError NOT_FOUND or VALIDATION_ERROR */
    preview: render,

    /** What the variables of a template are in previews and test mails. */
    samples: ({ template, chain: [locale] }: TemplateView) =>
      valuesOf(template, sampleValues(template, locale), deps),

    /** What readers would stumble over in the words in effect. */
    warnings: (view: TemplateView) => warningsOf(view.template, currentWords(view), view.chain),

    /** Names in the words in effect that no template knows. */
    unknownVariables: (view: TemplateView) => rendering(view.template, currentWords(view)).unknownVariables,
  };
}

/** A language with a region is written where its language is. */
function isWritten(template: MailTemplate, overrides: readonly TemplateOverride[], locale: string): boolean {
  const [language = locale] = locale.split('-');
  return [locale, language].some((tag) => hasWords(template, overrides, tag));
}

/** The row after a change; undefined when it would say nothing. */
function overrideAfter(
  template: MailTemplate,
  current: { before: TemplateOverride | undefined; wasEnabled: boolean; locale: string },
  changes: TemplateChanges,
  now: Date,
): TemplateOverride | undefined {
  const { before, wasEnabled, locale } = current;
  const part = (name: (typeof contentParts)[number]) =>
    (changes[name] === undefined ? before?.[name] : changes[name]) || null;
  const after = {
    eventType: template.eventType,
    role: template.role,
    locale,
    // Mails of accounts are always sent, whatever is asked for.
    enabled: template.alwaysSends || (changes.enabled ?? wasEnabled),
    subject: part('subject'),
    heading: part('heading'),
    preheader: part('preheader'),
    body: part('body'),
    updatedAt: now,
  };
  const isBlank = contentParts.every((name) => after[name] === null);
  // One row at least says that the mail is not sent.
  const isSaidElsewhere = after.enabled || (before === undefined && !wasEnabled);
  return isBlank && isSaidElsewhere ? undefined : after;
}

function wordsOf(override: TemplateOverride | undefined) {
  if (!override) return null;
  const { enabled, subject, heading, preheader, body } = override;
  return { enabled, subject, heading, preheader, body };
}

function isEqual(before: TemplateOverride | undefined, after: TemplateOverride | undefined): boolean {
  return JSON.stringify(wordsOf(before)) === JSON.stringify(wordsOf(after));
}

/** What is sent at present to readers of the language. */
export function currentWords({ template, overrides, chain }: TemplateView): LocalWords {
  return effectiveWords(template, overrides, chain);
}

/** The override in the language itself. */
export function localOverride({ overrides, chain: [locale] }: TemplateView): TemplateOverride | undefined {
  return overrides.find((item) => item.locale === locale);
}

export type EmailTemplatesService = ReturnType<typeof createEmailTemplatesService>;
