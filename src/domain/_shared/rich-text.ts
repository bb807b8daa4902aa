/**
 * What the HTML of a vendor may hold: text, links, lists, tables, pictures. Scripts, forms, frames, embedded documents,
 * comments and whatever could cover a page are not among it. `isCleanHtml` says whether a text keeps to it as it is;
 * the sanitizer, which makes it so, follows the same rules.
 */

export const richTextTags: ReadonlySet<string> = new Set(
  `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn
  div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt
  ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var
  wbr`.split(/\s+/),
);
export const voidTags: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'wbr']);
/** Their end may be left out; a browser ends them where it has to. */
const OPTIONAL_END: ReadonlySet<string> = new Set(
  'p li dd dt td th tr tbody thead tfoot caption colgroup rt rp'.split(' '),
);

const ANYWHERE = new Set(['class', 'title', 'lang', 'dir', 'style', 'align', 'role', 'translate']);
const OF_TAG: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    a: 'href target rel hreflang',
    img: 'src alt width height loading decoding border hspace vspace',
    table: 'border cellpadding cellspacing width height bgcolor summary',
    tr: 'valign bgcolor height',
    td: 'colspan rowspan headers valign width height bgcolor nowrap',
    th: 'colspan rowspan headers scope valign width height bgcolor nowrap abbr',
    tbody: 'valign',
    thead: 'valign',
    tfoot: 'valign',
    col: 'span width valign',
    colgroup: 'span width valign',
    ol: 'start type reversed',
    ul: 'type',
    li: 'value type',
    font: 'color face size',
    hr: 'width size noshade color',
    br: 'clear',
    time: 'datetime',
    details: 'open',
    blockquote: 'cite',
    q: 'cite',
    ins: 'cite datetime',
    del: 'cite datetime',
  }).map(([tag, names]) => [tag, new Set(names.split(' '))]),
);
/** What editors leave behind; no script acts on it. */
const EDITOR_MARK = /^(data-mce-[a-z-]+|data-start|data-end|aria-[a-z]+)$/;

const LINKS = new Set(['href', 'cite']);
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const PICTURE_SCHEMES = new Set(['http', 'https']);

const STYLE_PROPERTY =
  /^(color|background-color|text-(align|decoration(-[a-z]+)?|transform|indent|justify|overflow|size-adjust)|font(-[a-z-]+)?|line-height|letter-spacing|word-(spacing|break|wrap)|overflow-wrap|white-space|vertical-align|list-style(-type|-position)?|(max-|min-)?(width|height)|margin(-[a-z-]+)?|padding(-[a-z-]+)?|border(-[a-z-]+)?|box-sizing|display|float|clear|orphans|widows|caption-side|table-layout|empty-cells|direction|hyphens|outline(-[a-z]+)?|-webkit-(text-[a-z-]+|font-smoothing)|caret-color|gap|flex(-[a-z]+)?|justify-content|align-(items|content|self)|aspect-ratio|object-fit)$/;
const STYLE_VALUE =
  /^(?!.*(?:url|expression|image|image-set|attr|var|env|element)\s*\()[\w\s#.,%()'"!/+*-]*$/i;
/** What is pulled outside of its box can lie over something else. */
const OFFSET_PROPERTY = /^(margin|text-indent)/;
/** Five digits together, unless they belong to a colour such as `#333333`. */
const BIG_LENGTH = /(?<!#[0-9a-f]*)\d{5}/i;

function isStyleAllowed(declaration: string): boolean {
  const colon = declaration.indexOf(':');
  if (colon === -1) return declaration.trim() === '';
  const property = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration.slice(colon + 1);
  if (!STYLE_PROPERTY.test(property) || !STYLE_VALUE.test(value) || BIG_LENGTH.test(value)) return false;
  return !(OFFSET_PROPERTY.test(property) && value.includes('-'));
}

/** The declarations of a style that may stay. */
export function allowedStyle(style: string): string {
  return style
    .split(';')
    .filter((declaration) => isStyleAllowed(declaration) && declaration.trim() !== '')
    .map((declaration) => declaration.trim())
    .join(';');
}

/** @param url as a browser would read it, without character references */
function isUrlAllowed(url: string, schemes: ReadonlySet<string>): boolean {
  // Browsers read on past these.
  const read = url.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200d\ufeff]+/g, '');
  const scheme = /^([^:/?#\\]*):/.exec(read);
  return !scheme || schemes.has((scheme[1] ?? '').toLowerCase());
}

/** @param value without character references */
export function isAttributeAllowed(tag: string, name: string, value: string): boolean {
  if (name === 'style') return value.split(';').every(isStyleAllowed);
  const known = ANYWHERE.has(name) || OF_TAG[tag]?.has(name) === true || EDITOR_MARK.test(name);
  if (!known) return false;
  if (LINKS.has(name)) return isUrlAllowed(value, LINK_SCHEMES);
  if (name === 'src') return isUrlAllowed(value, PICTURE_SCHEMES);
  if (name === 'target') return /^_(blank|self)$/i.test(value);
  return true;
}

const SIMPLE_REFERENCES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': `'`,
  '&#39;': `'`,
  '&#34;': '"',
};

/** The value with its simple references resolved; undefined where others could hide what a URL or a style says. */
function readValue(name: string, raw: string): string | undefined {
  if (!raw.includes('&')) return raw;
  const value = raw.replace(
    /&(?:amp|quot|apos|#39|#34);/g,
    (reference) => SIMPLE_REFERENCES[reference] ?? '',
  );
  if (name === 'style') return /&/.test(raw.replace(/&(?:quot|apos|#39|#34);/g, '')) ? undefined : value;
  const isUrl = LINKS.has(name) || name === 'src';
  if (isUrl && /^[^/?#]*&/.test(raw) && !/^https?:\/\//i.test(raw)) return undefined;
  return value;
}

const SPACE = '[ \\t\\n\\r\\f]';
const OPENING = /<([a-z][a-z0-9]*)/iy;
const CLOSING = new RegExp(`</([a-z][a-z0-9]*)${SPACE}*>`, 'iy');
const ATTRIBUTE = new RegExp(
  `${SPACE}+([a-z][a-z0-9-]*)(?:${SPACE}*=${SPACE}*(?:"([^"]*)"|'([^']*)'|([^\\s"'<>=\`]+)))?`,
  'iy',
);
const END = new RegExp(`${SPACE}*/?>`, 'y');

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The end of an opening tag at `at`, and its name; null where something in it is not allowed. */
function readOpening(html: string, at: number): { tag: string; end: number } | null {
  const opening = matchAt(OPENING, html, at);
  const tag = opening?.[1]?.toLowerCase();
  if (!opening || tag === undefined || !richTextTags.has(tag)) return null;
  let end = at + opening[0].length;
  const seen = new Set<string>();
  for (let attribute = matchAt(ATTRIBUTE, html, end); attribute; attribute = matchAt(ATTRIBUTE, html, end)) {
    const [whole, spelled = '', double, single, bare] = attribute;
    const name = spelled.toLowerCase();
    const value = readValue(name, double ?? single ?? bare ?? '');
    if (value === undefined || seen.has(name) || !isAttributeAllowed(tag, name, value)) return null;
    seen.add(name);
    end += whole.length;
  }
  const closed = matchAt(END, html, end);
  return closed && { tag, end: end + closed[0].length };
}

/** Leaves the innermost open element of that name; false where it would leave others that have to be ended before. */
function leave(open: string[], tag: string): boolean {
  const at = open.lastIndexOf(tag);
  if (at === -1 || open.slice(at + 1).some((inner) => !OPTIONAL_END.has(inner))) return false;
  open.length = at;
  return true;
}

/** Deeper than any text is, and a burden for the page that shows it. */
const MAX_OPEN = 200;

/**
 * Whether a text keeps to the rules as it is, read strictly: only what every browser and library reads alike counts.
 * Elements that are opened are ended, in their order, so that a text cannot change the page around it.
 */
export function isCleanHtml(html: string): boolean {
  const open: string[] = [];
  for (let at = html.indexOf('<'); at !== -1;) {
    const next = html[at + 1] ?? '';
    let end = at + 1;
    if (/[a-z]/i.test(next)) {
      const opening = readOpening(html, at);
      if (!opening) return false;
      end = opening.end;
      if (!voidTags.has(opening.tag)) open.push(opening.tag);
      if (open.length > MAX_OPEN) return false;
    } else if (next === '/') {
      const closing = matchAt(CLOSING, html, at);
      if (!closing || !leave(open, (closing[1] ?? '').toLowerCase())) return false;
      end = at + closing[0].length;
    } else if (next === '' || next === '!' || next === '?') return false;
    at = html.indexOf('<', end);
  }
  return open.every((tag) => OPTIONAL_END.has(tag));
}

/** Elements that a text opens and never ends, roughly: a parser pays for each with each other one. */
export function unendedElements(html: string): number {
  let open = 0;
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    const name = tag.toLowerCase();
    if (voidTags.has(name) || OPTIONAL_END.has(name)) continue;
    open = slash ? Math.max(0, open - 1) : open + 1;
  }
  return open;
}
