import { createTemplateOverridesRepository } from '#db/mail/template-overrides.repository.js';
import type { DeliveryDetail } from '#db/mail/deliveries.query.js';
import type { Knex } from '#db/kernel/knex.js';
import { holdsSecrets } from '#domain/mail/mail-message.js';
import { findMailTemplate } from '#domain/mail/template-registry.js';
import type { Keyring } from '#lib/keyring.js';
import { UnreadableSecretError } from '#lib/keyring.js';
import { composeMail } from './compose-mail.js';
import type { RenderDeps } from './render-mail.js';

export interface RenderedWords {
  subject: string;
  html: string;
  text: string;
}

/** A mail as it would be sent now; null for mails of accounts and for those whose variables are gone. */
export async function currentWords(
  { template, role, locale, variablesEncrypted }: DeliveryDetail,
  deps: RenderDeps & { knex: Knex; keyring: Pick<Keyring, 'decrypt'> },
): Promise<RenderedWords | null> {
  if (variablesEncrypted === null || holdsSecrets(template) || !findMailTemplate(template, role)) return null;
  const overrides = await createTemplateOverridesRepository(deps.knex).find({ eventType: template, role });
  try {
    const { subject, html, text } = composeMail(
      { template, role, locale, variablesEncrypted, overrides },
      deps,
    );
    return { subject, html, text };
  } catch (error) {
    // The key is gone: then so are the words.
    if (error instanceof UnreadableSecretError) return null;
    throw error;
  }
}
