import type { DrawnPart, TemplateContent } from '#domain/mail/mail-template.js';
import type { TemplateVariables } from '#domain/mail/template-variables.js';
import { randomToken } from '#lib/crypto.js';
import { brandShell } from './brand-shell.js';
import { drawnHtml, drawnText } from './drawn-part.js';
import { filledBody } from './filled-body.js';
import { type MailBrand, safeBrand } from './mail-brand.js';
import { bodyText, mailText } from './mail-text.js';
import { fillIn, TemplateSyntaxError, variablesIn } from './template-language.js';

const PARTS = ['subject', 'heading', 'preheader', 'body'] as const;
const SUBJECT_LENGTH = 250;
const PREVIEW_LENGTH = 120;

export interface RenderInput {
  /** The person the mail goes to; blank when unknown. */
  customerName: string;
  brand: MailBrand;
  /** As `templateVariables` makes them. The variables that every template has are added here. */
  variables: TemplateVariables;
  /** What we draw, by the name of its variable. */
  summaries?: Readonly<Record<string, DrawnPart>>;
  /** What the mail is about, as schema.org describes it, for programs that show it beside the mail. */
  structuredData?: Readonly<Record<string, unknown>>;
  /** Further names that the template may use, without a value in this mail: they are empty and not unknown. */
  declared?: readonly string[];
  /** BCP 47, the language of the words. */
  language?: string;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** Names that the template uses and nobody knows, sorted. They are rendered empty. */
  unknownVariables: string[];
}

/**
 * Renders a mail from a template's words and an event's variables, inside the shell of the store.
 * @throws TemplateSyntaxError when a part cannot be understood.
 */
export function renderTemplate(content: TemplateContent, input: RenderInput): RenderedMail {
  const brand = safeBrand(input.brand);
  const summaries = Object.entries(input.summaries ?? {}).map(([name, summary]) => ({
    name,
    summary,
    // Stands for the table while author and event cannot be told apart: nobody can guess it.
    mark: `summary-${randomToken(12)}`,
  }));
  const variables = {
    ...input.variables,
    ...commonValues(input.customerName, brand),
    ...Object.fromEntries(summaries.map(({ name, mark }) => [name, mark])),
  };
  const language = input.language ?? 'en';
  const known = new Set([...Object.keys(variables), ...(input.declared ?? [])]);

  const subject = oneLine(fillIn('subject', content.subject, variables)).slice(0, SUBJECT_LENGTH);
  const heading = oneLine(fillIn('heading', content.heading, variables));
  const body = filledBody(content.body, variables, brand);
  const plainBody = bodyText(body);
  const withTables = (text: string, draw: (summary: DrawnPart, language: string) => string) =>
    summaries.reduce(
      (result, { mark, summary }) => result.replaceAll(mark, () => draw(summary, language)),
      text,
    );
  const preheader = oneLine(fillIn('preheader', content.preheader, variables));
  const preview = (preheader || oneLine(withTables(plainBody, () => ''))).slice(0, PREVIEW_LENGTH);

  return {
    subject,
    html: brandShell({
      subject,
      heading,
      preview,
      brand,
      language,
      body: withTables(body, drawnHtml),
      structuredData: input.structuredData,
    }),
    text: mailText(heading, withTables(plainBody, drawnText), brand, language),
    unknownVariables: [...new Set(PARTS.flatMap((part) => variablesIn(part, content[part])))]
      .filter((name) => !known.has(name))
      .sort(),
  };
}

/** What is wrong with a template that somebody wants to save; empty when it can be rendered. */
export function templateProblems(content: Partial<TemplateContent>): TemplateSyntaxError[] {
  return PARTS.flatMap((part) => {
    try {
      variablesIn(part, content[part] ?? '');
      return [];
    } catch (error) {
      if (error instanceof TemplateSyntaxError) return [error];
      throw error;
    }
  });
}

/** The variables that every template has. */
export function commonValues(customerName: string, brand: MailBrand): TemplateVariables {
  return {
    customer_name: customerName,
    store_name: brand.storeName,
    store_url: brand.storeUrl,
    support_email: brand.supportEmail,
    accent_color: brand.accentColor,
  };
}

/** A line break in a subject would start a new header. */
function oneLine(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
