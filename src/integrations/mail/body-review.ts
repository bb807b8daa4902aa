import { BODY_TAGS, cleanBody, visitElements } from './mail-body.js';

/** Most entries of a list that a person reads. */
const MAX = 50;

/** What the cleaning takes away from an author's HTML, in words: `<script>`, `onclick on <a>`. */
export function removedFromBody(html: string): string[] {
  const removed = new Set<string>();
  const seen = new Set<string>();
  visitElements(html, (tag, attributes) => {
    if (removed.size >= MAX) return;
    if (!BODY_TAGS.includes(tag)) {
      removed.add(`<${tag}>`);
      return;
    }
    for (const [name, value] of Object.entries(attributes)) {
      const key = `${tag} ${name} ${value}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const what = removedOf(tag, name, value);
      if (what) removed.add(what);
    }
  });
  return [...removed].sort();
}

function removedOf(tag: string, name: string, value: string): string | undefined {
  if (value.trim() === '') return undefined;
  // A link stays only with an address, so that its other attributes are tried with one.
  const kept = attributesOf(
    tag,
    name === 'href' ? { href: value } : { href: 'https://a.example', [name]: value },
  );
  const after = kept[name];
  if (after === undefined)
    return name === 'href' || name === 'src'
      ? `${name} "${value.slice(0, 100)}" on <${tag}>`
      : `${name} on <${tag}>`;
  if (name === 'style' || name === 'class')
    return sameParts(value, after) ? undefined : `parts of ${name} on <${tag}>`;
  return undefined;
}

function attributesOf(tag: string, attributes: Record<string, string>): Readonly<Record<string, string>> {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`,
  );
  let found: Readonly<Record<string, string>> = {};
  visitElements(cleanBody(`<${tag}${written.join('')}>x</${tag}>`), (_tag, kept) => (found = kept));
  return found;
}

/** Styles and classes, without regard to spaces and order. */
function sameParts(before: string, after: string): boolean {
  const parts = (text: string) =>
    text
      .split(/[;\s]+/)
      .map((part) => part.replace(/\s/g, ''))
      .filter(Boolean)
      .join(' ')
      .replace(/: /g, ':')
      .split(' ')
      .sort()
      .join(' ');
  return parts(before) === parts(after);
}

/** Whether nothing that a reader would see is left. */
export function isEmptyBody(html: string): boolean {
  const clean = cleanBody(html);
  return !/<(img|hr)\b/.test(clean) && clean.replace(/<[^>]*>/g, '').replace(/&nbsp;|\s/g, '') === '';
}

/**
 * The first place where `secret` stands in an attribute other than as the whole address of a link: in a picture's address,
 * say, it would reach another server with the first look at the mail.
 */
export function secretInAttribute(html: string, secret: string): string | undefined {
  let place: string | undefined;
  visitElements(cleanBody(html), (tag, attributes) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (!value.includes(secret) || (tag === 'a' && name === 'href' && value === secret)) continue;
      place ??= `${name} of <${tag}>`;
    }
  });
  return place;
}
