import type { MailTemplate, TemplateContent, TemplateRole } from './mail-template.js';

/** What an operator has changed about a template; null falls back to the default. */
export interface TemplateOverride {
  eventType: string;
  role: TemplateRole;
  enabled: boolean;
  subject: string | null;
  heading: string | null;
  preheader: string | null;
  body: string | null;
  updatedAt: Date;
}

export const contentParts = [
  'subject',
  'heading',
  'preheader',
  'body',
] as const satisfies readonly (keyof TemplateContent)[];

/** Longest texts, in UTF-16 units. */
export const CONTENT_LIMITS = { subject: 250, heading: 250, preheader: 250, body: 100_000 } as const;

/** Words that somebody is writing: undefined takes what is in effect, null and blank text the default. */
export type TemplateDraft = { [Part in keyof TemplateContent]?: string | null };

/** The words in effect: each part of the override, else the default. */
export function effectiveContent(
  template: TemplateContent,
  override: Partial<Record<keyof TemplateContent, string | null>> | undefined,
): TemplateContent {
  return {
    subject: override?.subject || template.subject,
    heading: override?.heading || template.heading,
    preheader: override?.preheader || template.preheader,
    body: override?.body || template.body,
  };
}

/** Whether the mail is sent: mails of accounts always are. */
export function isEnabled(
  template: Pick<MailTemplate, 'alwaysSends'>,
  override: Pick<TemplateOverride, 'enabled'> | undefined,
): boolean {
  return template.alwaysSends || (override?.enabled ?? true);
}

/** The words of a draft over those in effect. */
export function draftContent(
  template: TemplateContent,
  override: TemplateOverride | undefined,
  draft: TemplateDraft,
): TemplateContent {
  const part = (name: keyof TemplateContent) => (draft[name] === undefined ? override?.[name] : draft[name]);
  return effectiveContent(template, {
    subject: part('subject') ?? null,
    heading: part('heading') ?? null,
    preheader: part('preheader') ?? null,
    body: part('body') ?? null,
  });
}
