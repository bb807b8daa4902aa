import { type DrawnPart, type MailTemplate, type TemplateContent } from '#domain/mail/mail-template.js';
import { SAMPLE_NAME, sampleIn, sampleSummaries, sampleText } from '#domain/mail/template-sample.js';
import {
  dayFieldsOf,
  instantFieldsOf,
  moneyFieldsOf,
  templateVariables,
  type VariableValue,
} from '#domain/mail/template-variables.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { safeBrand } from '#integrations/mail/mail-brand.js';
import { commonValues, renderTemplate, type RenderedMail } from '#integrations/mail/render-template.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { Config } from '#lib/config.js';
import type { SettingsReader } from '#lib/settings.js';
import { readMailBrand } from './mail-settings.js';
import { structuredDataOf } from '#domain/mail/structured-data.js';
import { isPublicKey } from '#integrations/storage/storage-key.js';

export interface BrandDeps {
  settings: Pick<SettingsReader, 'get'>;
  storage: Pick<Storage, 'publicUrl'>;
}

export interface RenderDeps extends BrandDeps {
  config: Pick<Config, 'PUBLIC_ADMIN_URL'>;
}

export interface MailValues {
  payload: Readonly<Record<string, unknown>>;
  customerName: string;
  summaries: Readonly<Record<string, DrawnPart>>;
  /** BCP 47, the language of the words. */
  locale: string;
  /** Of a mail to its recipient; a preview describes no order to mail programs. */
  isSent?: boolean;
}

/**
 * Renders words of a template with the brand and formats of this moment: the one way for mails, previews and test sends.
 * @throws TemplateSyntaxError for words that cannot be understood
 */
export function renderMail(
  template: MailTemplate,
  content: TemplateContent,
  { payload, customerName, summaries, locale, isSent }: MailValues,
  deps: RenderDeps,
): RenderedMail {
  const { settings, storage } = deps;
  const brand = readMailBrand(settings, storage);
  const shown = withPictures(summaries, storage);
  return renderTemplate(content, {
    customerName,
    brand,
    variables: variablesOf(template, { payload, locale }, deps),
    summaries: shown,
    structuredData: isSent
      ? structuredDataOf(template, { payload, summaries: shown, customerName, brand })
      : undefined,
    declared: template.variables.map((variable) => variable.name),
    language: locale,
  });
}

/** Pictures of the platform's own storage get their address; a reader is sent to no other server. */
function withPictures(
  summaries: MailValues['summaries'],
  storage: RenderDeps['storage'],
): Record<string, DrawnPart> {
  const shown = <Row extends { image?: string }>({ image, ...row }: Row) => ({
    ...row,
    ...(image && isPublicKey(image) ? { image: storage.publicUrl(image) } : {}),
  });
  return Object.fromEntries(
    Object.entries(summaries).map(([name, part]) => {
      if ('products' in part) return [name, { ...part, products: part.products.map(shown) }];
      return [name, 'lines' in part ? { ...part, lines: part.lines.map(shown) } : part];
    }),
  );
}

function variablesOf(
  template: MailTemplate,
  { payload, locale }: Pick<MailValues, 'payload' | 'locale'>,
  { settings, config }: Pick<RenderDeps, 'settings' | 'config'>,
) {
  return templateVariables({
    payload: template.role === 'admin' ? { ...payload, consoleUrl: config.PUBLIC_ADMIN_URL ?? '' } : payload,
    names: template.variables.map(({ name }) => name),
    moneyFields: moneyFieldsOf(template),
    instantFields: instantFieldsOf(template),
    dayFields: dayFieldsOf(template),
    currency: settings.get(storeSettings.currency),
    timeZone: settings.get(storeSettings.timeZone),
    locale,
  });
}

/** The values of all variables as text, tables by a word that stands for them. */
export function valuesOf(
  template: MailTemplate,
  values: MailValues,
  deps: RenderDeps,
): Record<string, VariableValue> {
  const { settings, storage } = deps;
  return {
    ...variablesOf(template, values, deps),
    ...commonValues(values.customerName, safeBrand(readMailBrand(settings, storage))),
    ...Object.fromEntries(Object.keys(values.summaries).map((name) => [name, name])),
  };
}

/** The values of previews and test sends. */
export function sampleValues(template: MailTemplate, locale = 'en'): MailValues {
  const payload = sampleIn(template.sample, locale);
  return {
    payload,
    customerName: sampleText(SAMPLE_NAME, locale),
    summaries: sampleSummaries(template, locale),
    locale,
  };
}
