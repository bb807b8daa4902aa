import { storableText } from '#domain/_shared/storable-text.js';

/**
 * A value as a part of a link, percent-encoded: a name with a blank or an `&` would end the link, or begin another parameter. With
 * what `encodeURIComponent` leaves and mail programs take for the end of a link, or HTML for that of an attribute.
 */
export function linkPart(value: string): string {
  return encodeURIComponent(storableText(value)).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The filter of the template language that does it where an author asks for it. */
export const LINK_FILTER = 'url_encode';
const ENCODED = /\|\s*url_encode\b/;

/** Whether an author has encoded a value already. */
export const isEncoded = (output: string): boolean => ENCODED.test(output);

const LINK_ATTRIBUTE = /(\shref\s*=\s*["']\s*(?:\{\{[^}]*\}\})*)([^"'<>{}]+\{\{[^"'<>]*)/gi;
const OUTPUT = /\{\{(-?)([^}]*?)(-?)\}\}/g;

/** HTML of an author whose values are encoded within links; an address that a link begins with stays as it is. */
export function encodedInLinks(html: string): string {
  return html.replace(
    LINK_ATTRIBUTE,
    (_whole, start: string, rest: string) =>
      start +
      rest.replace(OUTPUT, (output, before: string, inside: string, after: string) =>
        isEncoded(output) ? output : `{{${before}${inside.trimEnd()} | ${LINK_FILTER} ${after}}}`,
      ),
  );
}
