import sanitizeHtml from 'sanitize-html';
import type { MailBrand } from './mail-brand.js';
import { bodyStyles, DARK_CLASSES } from './mail-styles.js';
import { withButtonPadding } from './markup.js';

/** What an author may write in a body: text, links, lists, simple tables, pictures. */
export const BODY_TAGS: readonly string[] = [
  'p',
  'br',
  'hr',
  'h2',
  'h3',
  'a',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'span',
  'code',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'img',
];

/** What is written in one language, whatever stands beside it. */
const FLOWING = new Set(['p', 'li', 'h2', 'h3', 'td', 'th', 'blockquote']);

/** Addresses that a mail program can open. */
const ABSOLUTE = /^\s*(https?:\/\/|mailto:|tel:)/i;

const SIZE = /^\d{1,4}(px|%|em)?$/;
const SIZES = /^(\d{1,3}(px|%|em)?\s*){1,4}$/;
const COLOR = /^(#[0-9a-f]{3,8}|[a-z]{3,20})$/i;

/** Styles of the author's own; what could cover or load something is not among them. */
const STYLES = {
  '*': {
    color: [COLOR],
    'background-color': [COLOR],
    'text-align': [/^(left|right|center)$/],
    'font-weight': [/^(normal|bold|[1-9]00)$/],
    'font-style': [/^(normal|italic)$/],
    'font-size': [SIZE],
    width: [SIZE],
    margin: [SIZES],
    padding: [SIZES],
  },
};

/** Deeper than any mail is: what works through elements inside elements would run out of stack. */
export const MAX_NESTED = 100;

/**
 * Makes the body of a mail from an author's HTML: only harmless elements stay, each carrying its style,
 * and what has no value is left out: links without a whole address, rows of facts without a fact, empty paragraphs.
 */
export function styledBody(source: string, brand: MailBrand): string {
  return withoutEmptyParts(styledHtml(source, brand));
}

/** As `styledBody`, with what turns out to be empty. */
export function styledHtml(source: string, brand: MailBrand): string {
  const own = cleanBody(source);
  const styles = bodyStyles(brand);
  const styled = sanitizeHtml(own, {
    allowedTags: [...BODY_TAGS],
    nestingLimit: MAX_NESTED,
    // The first pass decided what may stay; this one only adds to it.
    allowedAttributes: false,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    parseStyleAttributes: false,
    // `{{order_url}}/items` is relative while the variable is empty, and a mail has no page to be relative to.
    exclusiveFilter: ({ tag, attribs }) => tag === 'a' && !ABSOLUTE.test(attribs['href'] ?? ''),
    transformTags: {
      '*': (tagName, { class: className, style, ...attribs }) => {
        const kind = `${tagName}.${className ?? ''}`;
        const base = styles[kind] ?? styles[tagName];
        const merged = [base, style].filter(Boolean).join(';');
        const darkClass = DARK_CLASSES[kind] ?? DARK_CLASSES[tagName];
        const styled: sanitizeHtml.Attributes = { ...attribs, ...(darkClass ? { class: darkClass } : {}) };
        if (FLOWING.has(tagName)) styled['dir'] = 'auto';
        if (tagName === 'table') Object.assign(styled, { role: 'presentation', cellspacing: '0' });
        if (merged) styled['style'] = merged;
        return { tagName, attribs: styled };
      },
    },
  });
  return withButtonPadding(styled);
}

/** How deep the elements of an author's HTML are nested. */
export function nestingOf(source: string): number {
  let [depth, deepest] = [0, 0];
  sanitizeHtml(source, {
    ...CLEANING,
    nestingLimit: undefined,
    onOpenTag: () => {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
  return deepest;
}

/** What may stay of an author's HTML. */
export function cleanBody(source: string): string {
  return sanitizeHtml(source, CLEANING);
}

/** Calls `visit` with every element of an author's HTML, whether it may stay or not. */
export function visitElements(
  source: string,
  visit: (tag: string, attributes: Readonly<Record<string, string>>) => void,
): void {
  sanitizeHtml(source, {
    ...CLEANING,
    transformTags: {
      '*': (tagName, attribs) => {
        visit(tagName, attribs);
        return { tagName, attribs };
      },
    },
  });
}

const CLEANING: sanitizeHtml.IOptions = {
  allowedTags: [...BODY_TAGS],
  nestingLimit: MAX_NESTED,
  allowedAttributes: {
    a: ['href', 'title', 'class', 'style'],
    img: ['src', 'alt', 'width', 'height', 'style'],
    table: ['class', 'style'],
    p: ['class', 'style'],
    '*': ['style'],
  },
  allowedClasses: { a: ['button'], table: ['facts'], p: ['quiet', 'code'] },
  allowedStyles: STYLES,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  exclusiveFilter: (frame) => frame.tag === 'a' && !frame.attribs['href']?.trim(),
};

/** The input is what the sanitizer wrote: every attribute is quoted and no `>` stands inside one. */
export function withoutEmptyParts(html: string): string {
  return html
    .replace(/<tr[^>]*>\s*<th[^>]*>[^<]*<\/th>\s*<td[^>]*>\s*<\/td>\s*<\/tr>/g, '')
    .replace(/<table[^>]*>\s*(<tbody>)?\s*(<\/tbody>)?\s*<\/table>/g, '')
    .replace(/<p[^>]*>\s*<\/p>/g, '');
}
