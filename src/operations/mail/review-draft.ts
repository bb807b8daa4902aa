import type { IssueCode } from '#domain/_shared/issue-codes.js';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import { holdsSecrets } from '#domain/mail/mail-message.js';
import { type MailTemplate, type TemplateContent } from '#domain/mail/mail-template.js';
import { contentParts, type LocalWords } from '#domain/mail/template-override.js';
import { isEmptyBody, removedFromBody, secretInAttribute } from '#integrations/mail/body-review.js';
import { templateProblems } from '#integrations/mail/render-template.js';
import { fillIn, outputsIn, TemplateSyntaxError, variablesIn } from '#integrations/mail/template-language.js';
import { MAX_NESTED, nestingOf } from '#integrations/mail/mail-body.js';
import { renderMail, sampleValues, valuesOf, type RenderDeps } from './render-mail.js';

export interface DraftReview {
  /** Why the words cannot be taken, with their paths; empty when they can. */
  errors: FieldIssue[];
  /** What is taken away from the body when it is sent. */
  removed: string[];
}

/** The variable of auth mails that signs in the user who opens it. */
const LINK = 'url';

/** Holds words that an author writes against the rules, before they are saved, previewed or sent. */
export function reviewDraft(
  template: MailTemplate,
  { content, locale }: LocalWords,
  deps: RenderDeps,
): DraftReview {
  const errors = templateProblems(content).map(({ part, message }) =>
    issue(part, message, 'invalid_template'),
  );
  if (errors.length > 0) return { errors, removed: [] };
  try {
    const values = valuesOf(template, sampleValues(template, locale), deps);
    const body = fillIn('body', content.body, values);
    if (nestingOf(body) > MAX_NESTED) {
      const message = `elements must not be nested deeper than ${MAX_NESTED} levels`;
      return { errors: [issue('body', message, 'too_deep')], removed: [] };
    }
    const removed = removedFromBody(body);
    if (removed.length > 0 && isEmptyBody(body)) {
      errors.push(issue('body', `nothing is left of it: ${removed.join(', ')} cannot be sent`, 'empty'));
    }
    if (holdsSecrets(template.eventType)) errors.push(...linkIssues(content, values));
    // As it will be sent: words that fail here would keep every mail of this template in the queue.
    renderMail(template, content, sampleValues(template, locale), deps);
    return { errors, removed };
  } catch (error) {
    const part = error instanceof TemplateSyntaxError ? error.part : 'body';
    const why = error instanceof Error ? error.message : String(error);
    const message = error instanceof TemplateSyntaxError ? why : `cannot be rendered: ${why}`;
    return { errors: [issue(part, message, 'invalid_template')], removed: [] };
  }
}

/** The link of an auth mail stands as text or as the whole address of a link: elsewhere its token would leak. */
function linkIssues(
  content: TemplateContent,
  values: Record<string, string | number | boolean>,
): FieldIssue[] {
  const filtered = contentParts.filter((part) =>
    outputsIn(part, content[part]).some(
      (output) => output !== LINK && variablesIn(part, `{{${output}}}`).includes(LINK),
    ),
  );
  const marker = 'https://link.invalid/3f9c1e7a5b';
  const place = secretInAttribute(fillIn('body', content.body, { ...values, [LINK]: marker }), marker);
  return [
    ...filtered.map((part) =>
      issue(part, `\`{{${LINK}}}\` must stand alone between its braces, without filters`, 'link'),
    ),
    ...(place
      ? [
          issue(
            'body',
            `\`{{${LINK}}}\` may stand as text or as the whole href of a link, not in ${place}`,
            'link',
          ),
        ]
      : []),
  ];
}

function issue(part: keyof TemplateContent, message: string, code: IssueCode): FieldIssue {
  return { path: `body.${part}`, message, code };
}
