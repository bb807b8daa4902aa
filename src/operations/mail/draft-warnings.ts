import type { MailTemplate, TemplateContent } from '#domain/mail/mail-template.js';
import { contentParts } from '#domain/mail/template-override.js';
import { bodyWarnings } from '#integrations/mail/body-warnings.js';
import { variablesIn } from '#integrations/mail/template-language.js';

/** The variable that a mail exists for: without it the reader can do nothing. */
const LINK = 'url';

/** What readers would stumble over in the words of one template. @throws TemplateSyntaxError */
export function draftWarnings(template: MailTemplate, content: TemplateContent): string[] {
  const needsLink = variablesIn('body', template.body).includes(LINK);
  const hasLink = contentParts.some((part) => variablesIn(part, content[part]).includes(LINK));
  return [
    ...(needsLink && !hasLink ? [`\`{{${LINK}}}\` is missing: the mail has no link to follow`] : []),
    ...bodyWarnings(content.body),
  ];
}
