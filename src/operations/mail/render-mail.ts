import { type LineSummary, type MailTemplate, type TemplateContent } from '#domain/mail/mail-template.js';
import { SAMPLE_NAME, sampleSummaries } from '#domain/mail/template-sample.js';
import {
  instantFieldsOf,
  moneyFieldsOf,
  templateVariables,
  type VariableValue,
} from '#domain/mail/template-variables.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { safeBrand } from '#integrations/mail/mail-brand.js';
import { commonValues, renderTemplate, type RenderedMail } from '#integrations/mail/render-template.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { SettingsReader } from '#lib/settings.js';
import { readMailBrand } from './mail-settings.js';

export interface RenderDeps {
  settings: Pick<SettingsReader, 'get'>;
  storage: Pick<Storage, 'publicUrl'>;
}

export interface MailValues {
  payload: Readonly<Record<string, unknown>>;
  customerName: string;
  summaries: Readonly<Record<string, LineSummary>>;
  locale?: string;
}

/**
 * Renders words of a template with the brand and formats of this moment: the one way for mails, previews and test sends.
 * @throws TemplateSyntaxError for words that cannot be understood
 */
export function renderMail(
  template: MailTemplate,
  content: TemplateContent,
  { payload, customerName, summaries, locale }: MailValues,
  { settings, storage }: RenderDeps,
): RenderedMail {
  return renderTemplate(content, {
    customerName,
    brand: readMailBrand(settings, storage),
    variables: variablesOf(template, { payload, locale }, settings),
    summaries,
    declared: template.variables.map((variable) => variable.name),
    language: locale ?? settings.get(mailSettings.language),
  });
}

function variablesOf(
  template: MailTemplate,
  { payload, locale }: Pick<MailValues, 'payload' | 'locale'>,
  settings: RenderDeps['settings'],
) {
  return templateVariables({
    payload,
    names: template.variables.map(({ name }) => name),
    moneyFields: moneyFieldsOf(template),
    instantFields: instantFieldsOf(template),
    currency: settings.get(storeSettings.currency),
    timeZone: settings.get(storeSettings.timeZone),
    locale,
  });
}

/** The values of all variables as text, tables by a word that stands for them. */
export function valuesOf(
  template: MailTemplate,
  values: MailValues,
  { settings, storage }: RenderDeps,
): Record<string, VariableValue> {
  return {
    ...variablesOf(template, values, settings),
    ...commonValues(values.customerName, safeBrand(readMailBrand(settings, storage))),
    ...Object.fromEntries(Object.keys(values.summaries).map((name) => [name, name])),
  };
}

/** The values of previews and test sends. */
export function sampleValues(template: MailTemplate): MailValues {
  return { payload: template.sample, customerName: SAMPLE_NAME, summaries: sampleSummaries(template) };
}
