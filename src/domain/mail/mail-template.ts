import type { Words } from './phrase.js';

/** Who a template speaks to. One event may have a template for each. */
export const templateRoles = ['customer', 'vendor_member', 'admin'] as const;
export type TemplateRole = (typeof templateRoles)[number];

/**
 * How a value is shown: `money` is integer subunits and formatted with the currency, `instant` is a UTC time
 * and formatted in the store's time zone; both keep their raw value under `<name>_raw`. `day` is an instant of which the
 * day alone is shown.
 */
export type VariableKind = 'text' | 'number' | 'money' | 'instant' | 'day' | 'url';

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
  sample: Readonly<Record<string, Words | number | boolean>>;
  /** Whether it is sent even when switched off: without them nobody could sign in. */
  alwaysSends: boolean;
}

/** A table of lines and totals, for the variable of the same name: it is drawn by us, not by the author. */
export interface LineSummary {
  /** ISO 4217. */
  currency: string;
  lines: readonly SummaryLine[];
  totals: readonly {
    label: Words;
    /** Subunits. */
    amount: number;
    strong?: boolean;
    /** Zero is shown as free of charge. */
    free?: boolean;
  }[];
}

export interface SummaryLine {
  title: string;
  detail?: string;
  sku?: string;
  quantity: number;
  /** Subunits; undefined in a list of contents without prices. */
  amount?: number;
  /** Of a piece, in subunits. */
  unitPrice?: number;
  /** Storage key of a public picture; as it is rendered, its address. */
  image?: string;
}

/** Addresses side by side, for the variable of the same name. */
export interface AddressSummary {
  addresses: readonly { label: Words; lines: readonly string[] }[];
}

/** Products with their pictures, for the variable of the same name. */
export interface ProductSummary {
  /** ISO 4217. */
  currency: string;
  products: readonly {
    title: string;
    /** Who sells it. */
    vendor: string;
    /** The lowest current price, in subunits, and whether there are higher ones. */
    price: number;
    hasMore: boolean;
    /** Page of the product; blank for a store without an address. */
    url: string;
    /** Storage key of a public picture; as it is rendered, its address. */
    image?: string;
    /** What it cost before, in subunits. */
    formerPrice?: number;
    /** More about it, beside its seller. */
    note?: Words;
  }[];
}

/** What stands for a variable and is drawn by us. */
export type DrawnPart = LineSummary | AddressSummary | ProductSummary;

/** The variable that stands for the lines of an order. */
export const ORDER_SUMMARY = 'order_summary';
/** Those of a parcel, without prices. */
export const PARCEL_CONTENTS = 'parcel_contents';
/** Where an order goes to, and who is billed. */
export const ORDER_ADDRESSES = 'order_addresses';

/** What vendors have put on sale. */
export const NEW_PRODUCTS = 'new_products';
/** What has become cheaper, or is back, of a customer's wishlists. */
export const WISHLIST_ITEMS = 'wishlist_items';

/** What a buyer has left in a cart. */
export const CART_ITEMS = 'cart_items';

/** Drawn variables by the key of the payload that holds them. */
export const drawnVariables: Readonly<Record<string, string>> = {
  orderSummary: ORDER_SUMMARY,
  parcelContents: PARCEL_CONTENTS,
  orderAddresses: ORDER_ADDRESSES,
  newProducts: NEW_PRODUCTS,
  cartItems: CART_ITEMS,
  wishlistItems: WISHLIST_ITEMS,
};

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

const consoleUrl = variable('console_url', 'url', 'Address of the console; empty where there is none');

/** Makes a template of a feature's table; auth mails always send, and those to operators know the console. */
export function defineTemplate(
  template: Omit<MailTemplate, 'alwaysSends' | 'preheader'> & { preheader?: string },
): MailTemplate {
  const forOperators = template.role === 'admin';
  return Object.freeze({
    preheader: '',
    ...template,
    variables: forOperators ? [...template.variables, consoleUrl] : template.variables,
    sample: forOperators
      ? { ...template.sample, consoleUrl: 'https://store.example.com/console' }
      : template.sample,
    alwaysSends: template.eventType.startsWith('auth.'),
  });
}
