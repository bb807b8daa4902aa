/** Who a template speaks to. One event may have a template for each. */
export const templateRoles = ['customer', 'vendor_member', 'admin'] as const;
export type TemplateRole = (typeof templateRoles)[number];

/**
 * How a value is shown: `money` is integer subunits and formatted with the currency, `instant` is a UTC time
 * and formatted in the store's time zone; both keep their raw value under `<name>_raw`.
 */
export type VariableKind = 'text' | 'number' | 'money' | 'instant' | 'url';

/** A placeholder that an author may use. */
export interface TemplateVariable {
  /** In snake_case, as written between the braces. */
  name: string;
  kind: VariableKind;
  description: string;
}

/** What an author can change. */
export interface TemplateContent {
  /** Plain text with `{{variables}}`. */
  subject: string;
  /** Plain text with `{{variables}}`, the title inside the mail. */
  heading: string;
  /**
   * Plain text with `{{variables}}`, the line that mail programs show beside the subject; blank for the first words of the
   * body.
   */
  preheader: string;
  /** HTML with `{{variables}}`. A row of a `facts` table whose value is empty is left out. */
  body: string;
}

/** A mail that the platform can send, with its default words. */
export interface MailTemplate extends TemplateContent {
  /** The event that sends it; together with the role its key. */
  eventType: string;
  role: TemplateRole;
  /** When it is sent, for the settings page. */
  description: string;
  /** Variables besides those that every template has: whatever else an event carries is no variable. */
  variables: readonly TemplateVariable[];
  /** An event payload for previews and test sends: camelCase, money in subunits, times in ISO 8601. */
  sample: Readonly<Record<string, string | number | boolean>>;
  /** Whether it is sent even when switched off: without them nobody could sign in. */
  alwaysSends: boolean;
}

/** A table of lines and totals, for the variable of the same name: it is drawn by us, not by the author. */
export interface LineSummary {
  /** ISO 4217. */
  currency: string;
  lines: readonly { title: string; detail?: string; quantity: number; /** Subunits. */ amount: number }[];
  totals: readonly { label: string; /** Subunits. */ amount: number; strong?: boolean }[];
}

/** The variable that stands for the lines of an order. */
export const ORDER_SUMMARY = 'order_summary';

/** Variables that every template has. */
export const commonVariables: readonly TemplateVariable[] = [
  { name: 'customer_name', kind: 'text', description: 'Name of the person the mail goes to' },
  { name: 'store_name', kind: 'text', description: 'Name of the store' },
  { name: 'store_url', kind: 'url', description: 'Address of the storefront' },
  { name: 'support_email', kind: 'text', description: 'Where to write for help' },
  { name: 'accent_color', kind: 'text', description: 'The brand colour, as #rrggbb' },
];

/** A variable in one line: `variable('grand_total', 'money', 'What the buyer pays')`. */
export function variable(name: string, kind: VariableKind, description: string): TemplateVariable {
  return { name, kind, description };
}

/** Makes a template of a feature's table; auth mails always send. */
export function defineTemplate(
  template: Omit<MailTemplate, 'alwaysSends' | 'preheader'> & { preheader?: string },
): MailTemplate {
  return Object.freeze({ preheader: '', ...template, alwaysSends: template.eventType.startsWith('auth.') });
}
