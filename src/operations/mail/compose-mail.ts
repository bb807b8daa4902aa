import type { MailRow } from '#db/mail/mail.repository.js';
import { type DrawnPart, drawnVariables, type MailTemplate } from '#domain/mail/mail-template.js';
import { FORMER_CONNECTION, UNSUBSCRIBE_TOKEN } from '#domain/mail/mail-message.js';
import { localeChain } from '#domain/mail/locales.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { effectiveWords, type OverrideWords } from '#domain/mail/template-override.js';
import { findMailTemplate } from '#domain/mail/template-registry.js';
import type { EmailSettings } from '#integrations/mail/email-settings.js';
import type { RenderedMail } from '#integrations/mail/render-template.js';
import { TemplateSyntaxError } from '#integrations/mail/template-language.js';
import type { Keyring } from '#lib/keyring.js';
import { type MailValues, renderMail, type RenderDeps } from './render-mail.js';

export interface ComposedMail extends RenderedMail {
  /** Blank when unknown. */
  customerName: string;
  /** The connection that the mail has to leave by; undefined for that of the current settings. */
  formerConnection?: EmailSettings;
  /** What its reader unsubscribes with; undefined for mails that are always sent. */
  unsubscribeToken?: string;
}

type ComposedRow = Pick<MailRow, 'template' | 'role' | 'variablesEncrypted' | 'locale' | 'overrides'>;

/**
 * Turns a row of the queue into a mail, with the words, brand and formats of this moment.
 * @throws TemplateSyntaxError for a template that cannot be understood; Error when the variables cannot be decrypted
 */
export function composeMail(
  row: ComposedRow,
  deps: RenderDeps & { keyring: Pick<Keyring, 'decrypt'> },
): ComposedMail {
  const template = findMailTemplate(row.template, row.role);
  if (!template) throw new Error(`There is no mail template ${row.template} for ${row.role}`);
  if (row.variablesEncrypted === null) throw new Error('What the mail says was wiped');
  const payload = JSON.parse(deps.keyring.decrypt(row.variablesEncrypted)) as Record<string, unknown>;
  const { customerName = '' } = payload as { customerName?: string };
  const formerConnection = payload[FORMER_CONNECTION] as EmailSettings | undefined;
  const summaries = Object.fromEntries(
    Object.entries(drawnVariables).flatMap(([key, name]) =>
      payload[key] ? [[name, payload[key] as DrawnPart]] : [],
    ),
  );
  const values = { payload, customerName, summaries, isSent: true };
  const chain = localeChain(row.locale, deps.settings.get(mailSettings.language));
  const unsubscribeToken = payload[UNSUBSCRIBE_TOKEN] as string | undefined;
  const rendered = render(template, row.overrides ?? [], chain, values, deps);
  return { ...rendered, customerName, formerConnection, unsubscribeToken };
}

/** Words that were accepted and still fail with real values, by their limits, give way to the default. */
function render(
  template: MailTemplate,
  overrides: readonly OverrideWords[],
  chain: readonly string[],
  values: Omit<MailValues, 'locale'>,
  deps: RenderDeps,
): RenderedMail {
  const rendered = (own: readonly OverrideWords[]) => {
    const { content, locale } = effectiveWords(template, own, chain);
    return renderMail(template, content, { ...values, locale }, deps);
  };
  if (overrides.length === 0) return rendered([]);
  try {
    return rendered(overrides);
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    return rendered([]);
  }
}
