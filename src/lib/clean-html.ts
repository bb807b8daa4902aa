import sanitizeHtml from 'sanitize-html';
import {
  allowedStyle,
  isAttributeAllowed,
  isCleanHtml,
  richTextTags,
  unendedElements,
  voidTags,
} from '#domain/_shared/rich-text.js';

/** Deeper than any text is, and within what counts as clean. */
const NESTING = 100;
/** A text with more was not written by an author. */
const MAX_UNENDED = 1_000;
/** Nearly all texts settle at once. */
const PASSES = 4;

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  selfClosing: [...voidTags],
  // Their content is no text of the author's.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'xmp',
    'iframe',
    'noscript',
    'noembed',
    'noframes',
    'template',
    'title',
  ],
  allowedAttributes: false,
  parseStyleAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: true,
  nestingLimit: NESTING,
  transformTags: {
    '*': (tagName, attribs) => {
      const kept: sanitizeHtml.Attributes = {};
      for (const [name, value] of Object.entries(attribs)) {
        const own = name === 'style' ? allowedStyle(value) : value;
        if ((name !== 'style' || own !== '') && isAttributeAllowed(tagName, name, own)) kept[name] = own;
      }
      return { tagName, attribs: kept };
    },
  },
};

/**
 * The HTML of a vendor without what a shopper's browser must not get. A text from which nothing has to be removed comes
 * back as it is, byte for byte; what was cleaned once stays so.
 */
export function cleanHtml(html: string): string {
  if (isCleanHtml(html)) return html;
  if (unendedElements(html) > MAX_UNENDED) return html.replaceAll('<', '&lt;');
  let current = html;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const next = sanitizeHtml(current, options);
    if (next === current || isCleanHtml(next)) return next;
    current = next;
  }
  return current.replaceAll('<', '&lt;');
}
