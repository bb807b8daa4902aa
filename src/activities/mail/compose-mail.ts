import type { MailRow } from '#db/mail/mail.repository.js';
import { type LineSummary, ORDER_SUMMARY } from '#domain/mail/mail-template.js';
import { FORMER_CONNECTION } from '#domain/mail/mail-message.js';
import { findMailTemplate } from '#domain/mail/template-registry.js';
import { instantFieldsOf, moneyFieldsOf, templateVariables } from '#domain/mail/template-variables.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { EmailSettings } from '#integrations/mail/email-settings.js';
import { renderTemplate, type RenderedMail } from '#integrations/mail/render-template.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { Keyring } from '#lib/keyring.js';
import type { SettingsReader } from '#lib/settings.js';
import { readMailBrand } from '#operations/mail/mail-settings.js';

export interface ComposedMail extends RenderedMail {
  /** Blank when unknown. */
  customerName: string;
  /** The connection that the mail has to leave by; undefined for that of the current settings. */
  formerConnection?: EmailSettings;
}

/**
 * Turns a row of the queue into a mail, with the words, brand and formats of this moment.
 * @throws TemplateSyntaxError for a template that cannot be understood; Error when the variables cannot be decrypted
 */
export function composeMail(
  row: MailRow,
  deps: {
    settings: SettingsReader;
    storage: Pick<Storage, 'publicUrl'>;
    keyring: Pick<Keyring, 'decrypt'>;
  },
): ComposedMail {
  const template = findMailTemplate(row.template, row.role);
  if (!template) throw new Error(`There is no mail template ${row.template} for ${row.role}`);
  if (row.variablesEncrypted === null) throw new Error('What the mail says was wiped');
  const payload = JSON.parse(deps.keyring.decrypt(row.variablesEncrypted)) as Record<string, unknown>;
  const { customerName, orderSummary } = payload as { customerName?: string; orderSummary?: LineSummary };
  const formerConnection = payload[FORMER_CONNECTION] as EmailSettings | undefined;
  const rendered = renderTemplate(template, {
    customerName: customerName ?? '',
    brand: readMailBrand(deps.settings, deps.storage),
    variables: templateVariables({
      payload,
      moneyFields: moneyFieldsOf(template),
      instantFields: instantFieldsOf(template),
      currency: deps.settings.get(storeSettings.currency),
      timeZone: deps.settings.get(storeSettings.timeZone),
      locale: row.locale ?? undefined,
    }),
    summaries: orderSummary ? { [ORDER_SUMMARY]: orderSummary } : {},
    declared: template.variables.map((variable) => variable.name),
  });
  return { ...rendered, customerName: customerName ?? '', formerConnection };
}
