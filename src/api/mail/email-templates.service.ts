import { createTemplateOverridesRepository } from '#db/mail/template-overrides.repository.js';
import { assertMayChangeSecurely } from '#api/settings/secure-settings.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { holdsSecrets } from '#domain/mail/mail-message.js';
import type { MailTemplate, TemplateContent } from '#domain/mail/mail-template.js';
import { mailTemplateReset, mailTemplateUpdated } from '#domain/mail/mail.events.js';
import {
  contentParts,
  draftContent,
  effectiveContent,
  type TemplateDraft,
  type TemplateOverride,
} from '#domain/mail/template-override.js';
import { findMailTemplate, mailTemplates } from '#domain/mail/template-registry.js';
import type { RenderedMail } from '#integrations/mail/render-template.js';
import { renderMail, sampleValues, valuesOf } from '#operations/mail/render-mail.js';
import { reviewDraft } from '#operations/mail/review-draft.js';
import { brandWarnings } from '#operations/mail/brand-warnings.js';
import { draftWarnings } from '#operations/mail/draft-warnings.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'config' | 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'settings' | 'storage'>;

export interface TemplateKey {
  eventType: string;
  role: string;
}

/** A template with what operators have changed about it. */
export interface TemplateView {
  template: MailTemplate;
  override: TemplateOverride | undefined;
}

export type TemplateChanges = TemplateDraft & { enabled?: boolean };

export interface TemplatePreview extends RenderedMail {
  removed: string[];
  warnings: string[];
}

export function createEmailTemplatesService(deps: Deps) {
  const { unitOfWork, knex, audit, outbox } = deps;
  const overrides = createTemplateOverridesRepository(knex);

  function templateOf({ eventType, role }: TemplateKey): MailTemplate {
    const template = findMailTemplate(eventType, role);
    if (!template) throw platformErrors.notFound({ entity: 'Mail template' });
    return template;
  }

  /** @throws AppError VALIDATION_ERROR naming each part that cannot be taken */
  function acceptedDraft({ template, override }: TemplateView, draft: TemplateDraft) {
    const content = draftContent(template, override, draft);
    const { errors, removed } = reviewDraft(template, content, deps);
    if (errors.length > 0) throw platformErrors.validation({}, { errors });
    return { content, removed };
  }

  const warningsOf = (template: MailTemplate, content: TemplateContent) => [
    ...brandWarnings(deps),
    ...draftWarnings(template, content),
  ];

  async function view(key: TemplateKey): Promise<TemplateView> {
    const template = templateOf(key);
    return { template, override: await overrides.find(template) };
  }

  /** The words of a draft, or those in effect, filled in with the sample. */
  async function render(key: TemplateKey, draft: TemplateDraft): Promise<TemplatePreview> {
    const current = await view(key);
    const { content, removed } = acceptedDraft(current, draft);
    const rendered = renderMail(current.template, content, sampleValues(current.template), deps);
    return { ...rendered, removed, warnings: warningsOf(current.template, content) };
  }

  return {
    /** Every template, in the order of the registry. */
    async list(): Promise<TemplateView[]> {
      const found = new Map((await overrides.all()).map((row) => [`${row.eventType} ${row.role}`, row]));
      return mailTemplates.map((template) => ({
        template,
        override: found.get(`${template.eventType} ${template.role}`),
      }));
    },

    /** @throws AppError NOT_FOUND */
    get: view,

    /**
     * Changes what is given; null and blank text go back to the default. Without a difference from the defaults there is
     * no override any more.
     * @throws AppError NOT_FOUND, VALIDATION_ERROR, FORBIDDEN for mails of accounts
     */
    async update(ctx: Context, key: TemplateKey, changes: TemplateChanges) {
      const template = templateOf(key);
      if (holdsSecrets(template.eventType))
        assertMayChangeSecurely(ctx, `the mail template ${template.eventType}`);
      return unitOfWork.run(ctx, async (tx) => {
        const before = await overrides.lock(tx, template);
        const { removed } = acceptedDraft({ template, override: before }, changes);
        const after = overrideAfter(template, before, changes, ctx.now);
        if (isEqual(before, after)) return { template, override: before, removed };
        if (after) await overrides.write(tx, after);
        else await overrides.delete(tx, template);
        await record(after, before);
        return { template, override: after, removed };

        async function record(now?: TemplateOverride, then?: TemplateOverride) {
          const { eventType, role } = template;
          const entityId = `${eventType}/${role}`;
          await audit.record(tx, ctx, [
            {
              ...{ entity: 'mailTemplate', entityId, action: now ? 'update' : 'reset' },
              ...{ before: wordsOf(then), after: wordsOf(now) },
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
    samples: ({ template }: TemplateView) => valuesOf(template, sampleValues(template), deps),

    /** What readers would stumble over in the words in effect. */
    warnings: (view: TemplateView) => warningsOf(view.template, currentContent(view)),

    /** Names in the words in effect that no template knows. */
    unknownVariables: (view: TemplateView) =>
      renderMail(view.template, currentContent(view), sampleValues(view.template), deps).unknownVariables,
  };
}

/** The row after a change; undefined when nothing differs from the defaults. */
function overrideAfter(
  template: MailTemplate,
  before: TemplateOverride | undefined,
  changes: TemplateChanges,
  now: Date,
): TemplateOverride | undefined {
  const part = (name: (typeof contentParts)[number]) =>
    (changes[name] === undefined ? before?.[name] : changes[name]) || null;
  const after = {
    ...{ eventType: template.eventType, role: template.role },
    // Mails of accounts are always sent, whatever is asked for.
    enabled: template.alwaysSends || (changes.enabled ?? before?.enabled ?? true),
    ...{ subject: part('subject'), heading: part('heading'), preheader: part('preheader') },
    ...{ body: part('body'), updatedAt: now },
  };
  return after.enabled && contentParts.every((name) => after[name] === null) ? undefined : after;
}

function wordsOf(override: TemplateOverride | undefined) {
  if (!override) return null;
  const { enabled, subject, heading, preheader, body } = override;
  return { enabled, subject, heading, preheader, body };
}

function isEqual(before: TemplateOverride | undefined, after: TemplateOverride | undefined): boolean {
  return JSON.stringify(wordsOf(before)) === JSON.stringify(wordsOf(after));
}

/** What is sent at present. */
export function currentContent({ template, override }: TemplateView) {
  return effectiveContent(template, override);
}

export type EmailTemplatesService = ReturnType<typeof createEmailTemplatesService>;
