import { z } from 'zod';
import { emailSchema, instantSchema, iso, longTextSchema, textSchema } from '#api/kernel/values.js';
import { localeSchema } from '#domain/mail/mail.settings.js';
import { templateRoles, type TemplateVariable } from '#domain/mail/mail-template.js';
import { CONTENT_LIMITS, isEnabled } from '#domain/mail/template-override.js';
import { availableVariables } from '#domain/mail/template-registry.js';
import type { VariableValue } from '#domain/mail/template-variables.js';
import { effectiveWords, hasWords } from '#domain/mail/template-override.js';
import { currentWords, localOverride, type TemplateView } from './email-templates.service.js';

/** The template in a path; any text may be asked for. */
export const templateParams = {
  eventType: z.string().max(100).meta({ example: 'order.placed' }),
  role: z.string().max(50).meta({ example: 'customer' }),
} as const;

/** Whose words a template is read, changed or previewed in. */
export const localeQuery = z.object({
  locale: localeSchema
    .optional()
    .meta({ description: 'Language of the words, BCP 47; without it that of the store' }),
});

const words = {
  subject: textSchema(CONTENT_LIMITS.subject).nullable().optional(),
  heading: textSchema(CONTENT_LIMITS.heading).nullable().optional(),
  preheader: textSchema(CONTENT_LIMITS.preheader)
    .nullable()
    .optional()
    .meta({ description: 'The line beside the subject; without it the first words of the body' }),
  body: longTextSchema(CONTENT_LIMITS.body)
    .nullable()
    .optional()
    .meta({ description: 'HTML with `{{variables}}`' }),
};

const example = { subject: 'Thank you for order {{order_number}}' };

export const templateInput = z
  .object({ enabled: z.boolean().optional(), ...words })
  .meta({ id: 'EmailTemplateInput', example: { enabled: true, ...example } });
export const draftInput = z.object(words).meta({ id: 'EmailTemplateDraft', example });
export const testInput = z.object({ to: emailSchema }).meta({ id: 'EmailTestInput' });
export const templateTestInput = z
  .object({ to: emailSchema, ...words })
  .meta({ id: 'EmailTemplateTestInput', example: { to: 'asha@example.com', ...example } });

const content = { subject: z.string(), heading: z.string(), preheader: z.string(), body: z.string() };

export const templateSchema = z
  .object({
    key: z.string().meta({ example: 'order.placed/customer' }),
    eventType: z.string(),
    role: z.enum(templateRoles),
    description: z.string(),
    enabled: z.boolean(),
    alwaysSends: z.boolean().meta({ description: 'Mails of accounts: `enabled` has no effect on them' }),
    hasOverride: z.boolean(),
    locale: z.string().optional().meta({ description: 'The language asked for, where one was' }),
    missing: z.boolean().optional().meta({
      description: 'With a language: whether it has no words for the mail, so that another language is sent',
    }),
    ...content,
    variables: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['text', 'number', 'money', 'instant', 'day', 'url']),
        description: z.string(),
        sample: z.string(),
      }),
    ),
  })
  .meta({ id: 'EmailTemplate' });

export const templateDetailSchema = templateSchema
  .extend({
    default: z.object(content),
    override: z
      .object({
        subject: z.string().nullable(),
        heading: z.string().nullable(),
        preheader: z.string().nullable(),
        body: z.string().nullable(),
        updatedAt: instantSchema,
      })
      .nullable(),
  })
  .meta({ id: 'EmailTemplateDetail' });

const unknownVariables = z
  .array(z.string())
  .meta({ description: 'Names that the words use and no template knows; they render empty' });
const warnings = z.array(z.string()).meta({
  description: 'What readers would stumble over: faint colours, pictures without words, a missing link',
});
const removed = z
  .array(z.string())
  .meta({ description: 'What cannot be sent and is left out, such as scripts and foreign addresses' });

export const templateWrittenSchema = templateDetailSchema
  .extend({ unknownVariables, removed, warnings })
  .meta({ id: 'EmailTemplateWritten' });

export const previewSchema = z
  .object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    unknownVariables,
    removed,
    warnings,
  })
  .meta({ id: 'EmailPreview' });

export const sentSchema = z
  .object({ sent: z.literal(true), messageId: z.string().meta({ description: 'The provider’s id' }) })
  .meta({ id: 'EmailSent' });

export const languageSchema = z
  .object({
    locale: z.string().meta({ example: 'hi' }),
    name: z.string().meta({ example: 'हिन्दी' }),
    isDefault: z.boolean().meta({ description: 'Whether it is the language of the store' }),
    missing: z
      .array(z.string())
      .meta({ description: 'Keys of the templates without words in it', example: ['order.placed/customer'] }),
  })
  .meta({ id: 'EmailLanguage' });

type Samples = Readonly<Record<string, VariableValue>>;

export function templateResponse(
  view: TemplateView,
  samples: Samples,
  asked?: string,
): z.input<typeof templateSchema> {
  const { template, overrides } = view;
  const { eventType, role, description, alwaysSends } = template;
  return {
    key: `${eventType}/${role}`,
    eventType,
    role,
    description,
    alwaysSends,
    enabled: isEnabled(template, overrides),
    hasOverride: localOverride(view) !== undefined,
    ...(asked === undefined
      ? {}
      : {
          locale: asked,
          missing: !view.chain.some((tag) => asked.startsWith(tag) && hasWords(template, overrides, tag)),
        }),
    ...currentWords(view).content,
    variables: availableVariables(template).map((variable) => withSample(variable, samples)),
  };
}

export function templateDetailResponse(
  view: TemplateView,
  samples: Samples,
  asked?: string,
): z.input<typeof templateDetailSchema> {
  const override = localOverride(view);
  const { content } = effectiveWords(view.template, [], view.chain);
  return {
    ...templateResponse(view, samples, asked),
    default: {
      subject: content.subject,
      heading: content.heading,
      preheader: content.preheader,
      body: content.body,
    },
    override: override
      ? {
          subject: override.subject,
          heading: override.heading,
          preheader: override.preheader,
          body: override.body,
          updatedAt: iso(override.updatedAt),
        }
      : null,
  };
}

function withSample({ name, kind, description }: TemplateVariable, samples: Samples) {
  return { name, kind, description, sample: String(samples[name] ?? '') };
}
