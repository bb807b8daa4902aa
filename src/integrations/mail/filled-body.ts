import { encodedInLinks } from '#domain/mail/link-part.js';
import type { TemplateVariables } from '#domain/mail/template-variables.js';
import { randomToken } from '#lib/crypto.js';
import { styledHtml, styledBody, withoutEmptyParts } from './mail-body.js';
import type { MailBrand } from './mail-brand.js';
import { fillIn, segmentsOf } from './template-language.js';

/** Bodies that are kept sanitised: those of all templates, and of the overrides in use. */
const KEPT = 200;
/** In UTF-16 units: drafts of 100,000 that somebody previews must not fill the memory. */
const LONGEST_KEPT = 20_000;

/** An address that the sanitizer passes as it is. */
const PLAIN_ADDRESS = /^https?:\/\/[\w.~:/?#[\]@!$()*+,;=%&-]+$/;

type Piece = { html: string } | { output: string; isAddress: boolean };

const kept = new Map<string, readonly Piece[] | undefined>();

/**
 * The body of a mail: the author's HTML, sanitised and styled, with the values of this mail. Sanitising takes longer than
 * all else of a mail, so it is done once for a template, with marks in place of the values. Values as text are escaped as
 * the sanitizer does; where one is part of an attribute, other than a whole plain address of a link, the body is sanitised
 * with its values.
 * @throws TemplateSyntaxError
 */
export function filledBody(author: string, variables: TemplateVariables, brand: MailBrand): string {
  const source = encodedInLinks(author);
  const pieces = piecesOf(source, brand);
  const filled = pieces && fillPieces(pieces, variables);
  return filled ?? styledBody(fillIn('body', source, variables), brand);
}

function piecesOf(source: string, brand: MailBrand): readonly Piece[] | undefined {
  if (source.length > LONGEST_KEPT) return undefined;
  const key = JSON.stringify([source, brand]);
  if (kept.has(key)) return kept.get(key);
  const pieces = makePieces(source, brand);
  const oldest = kept.size >= KEPT ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(key, pieces);
  return pieces;
}

/** Undefined where a value is part of a tag, or of an attribute that is more than it. */
function makePieces(source: string, brand: MailBrand): readonly Piece[] | undefined {
  if (/\{\{-|-\}\}/.test(source)) return undefined;
  const token = `v${randomToken(12).replace(/[^a-zA-Z0-9]/g, '0')}`;
  const outputs: { output: string; isAddress: boolean }[] = [];
  let marked = '';
  for (const segment of segmentsOf('body', source)) {
    if ('text' in segment) marked += segment.text;
    else {
      // A tag or an entity would be made of the value.
      if (/[<&][\w#/!-]*$/.test(marked)) return undefined;
      const isAddress = /\shref\s*=\s*["']$/i.test(marked);
      marked += `${isAddress ? 'https://' : ''}${token}x${outputs.length}x`;
      outputs.push({ output: segment.output, isAddress });
    }
  }
  const html = styledHtml(marked, brand);
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: mark, 1: place, index } of html.matchAll(
    new RegExp(`(?:https://)?${token}x(\\d+)x`, 'g'),
  )) {
    const found = outputs[Number(place)];
    // What the sanitizer writes has each attribute in quotes, and no `<` or `>` inside one.
    const inTag = html.lastIndexOf('<', index) > html.lastIndexOf('>', index);
    const isWhole = html.slice(0, index).endsWith(' href="') && html[index + mark.length] === '"';
    if (!found || (inTag ? !found.isAddress || !isWhole : found.isAddress)) return undefined;
    pieces.push({ html: html.slice(end, index) }, found);
    end = index + mark.length;
  }
  // One that the sanitizer removed with its element may belong to another element once it is filled in.
  return pieces.length === 2 * outputs.length ? [...pieces, { html: html.slice(end) }] : undefined;
}

/** Undefined where an address is not plain. */
function fillPieces(pieces: readonly Piece[], variables: TemplateVariables): string | undefined {
  let filled = '';
  for (const piece of pieces) {
    if ('html' in piece) filled += piece.html;
    else {
      const value = fillIn('body', `{{ ${piece.output} }}`, variables);
      if (!piece.isAddress) filled += asText(value);
      else {
        const address = value.replaceAll('&amp;', '&');
        if (!PLAIN_ADDRESS.test(address)) return undefined;
        filled += address.replaceAll('&', '&amp;');
      }
    }
  }
  return withoutEmptyParts(filled);
}

/** The template language escapes quotation marks, which the sanitizer leaves alone in text. */
function asText(escaped: string): string {
  return escaped.replaceAll('&#34;', '"').replaceAll('&#39;', "'");
}
