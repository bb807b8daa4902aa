import { escapeHtml } from '#integrations/http/escape-html.js';

/** How a link and a paragraph look; styles stand on each element, as mail programs want it. */
export interface MarkdownStyles {
  paragraph: string;
  list: string;
  item: string;
  link: string;
}

const LINK = /\[((?:[^\][\\]|\\.){1,500})\]\(([^()\s]{1,2048})\)/g;
const BULLET = /^\s{0,3}[-*+]\s+(.*)$/;
const NUMBER = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/;

type Part = { kind: 'p' | 'ul' | 'ol'; lines: string[] };

/** Paragraphs and lists, in order. */
function partsOf(source: string): Part[] {
  const parts: Part[] = [];
  let open: Part | undefined;
  for (const line of source.replace(/\r\n?/g, '\n').split('\n')) {
    if (line.trim() === '') {
      open = undefined;
      continue;
    }
    const [bullet, number] = [BULLET.exec(line), NUMBER.exec(line)];
    const kind = bullet ? 'ul' : number ? 'ol' : 'p';
    const text = (bullet ?? number)?.[1] ?? line.trim();
    // An indented line goes on with the item before it.
    if (kind === 'p' && open && open.kind !== 'p' && /^\s{2,}/.test(line)) {
      open.lines.push(`${open.lines.pop() ?? ''} ${text}`);
      continue;
    }
    if (open?.kind !== kind) {
      open = { kind, lines: [] };
      parts.push(open);
    }
    open.lines.push(text);
  }
  return parts;
}

/** Bold and italic of a text that is escaped already. */
function emphasis(text: string): string {
  return text
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '<strong>$2</strong>')
    .replace(/(?<![\w*])(\*|_)(?=\S)(.+?)(?<=\S)\1(?![\w*])/g, '<em>$2</em>');
}

/** Characters behind a backslash are letters. */
const protectedText = (text: string) =>
  text.replace(/\\([\\*_[\]()#+\-.!`])/g, (_whole, sign: string) => `&#${sign.charCodeAt(0)};`);

function inline(source: string, styles: MarkdownStyles, isLink: (url: string) => boolean): string {
  const write = (text: string) => emphasis(protectedText(escapeHtml(text)));
  let result = '';
  let last = 0;
  for (const match of source.matchAll(LINK)) {
    const [whole, label = '', url = ''] = match;
    result += write(source.slice(last, match.index));
    result += isLink(url)
      ? `<a href="${escapeHtml(url)}" style="${styles.link}">${write(label)}</a>`
      : write(label);
    last = match.index + whole.length;
  }
  return result + write(source.slice(last));
}

/** Markdown as HTML: bold, italic, links, lists, paragraphs. HTML in it is shown as letters. */
export function markdownHtml(
  source: string,
  styles: MarkdownStyles,
  isLink: (url: string) => boolean,
): string {
  return partsOf(source)
    .map(({ kind, lines }) => {
      if (kind === 'p')
        return `<p dir="auto" style="${styles.paragraph}">${inline(lines.join(' '), styles, isLink)}</p>`;
      const items = lines.map(
        (line) => `<li dir="auto" style="${styles.item}">${inline(line, styles, isLink)}</li>`,
      );
      return `<${kind} style="${styles.list}">${items.join('')}</${kind}>`;
    })
    .join('\n');
}

/** The same as plain text, with the addresses of links behind their words. */
export function markdownText(source: string, isLink: (url: string) => boolean): string {
  const plain = (text: string) =>
    text
      .replace(LINK, (_whole, label: string, url: string) => (isLink(url) ? `${label}: ${url}` : label))
      .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
      .replace(/(?<![\w*])(\*|_)(?=\S)(.+?)(?<=\S)\1(?![\w*])/g, '$2')
      .replace(/\\([\\*_[\]()#+\-.!`])/g, '$1');
  return partsOf(source)
    .map(({ kind, lines }) => {
      if (kind === 'p') return plain(lines.join(' '));
      return lines.map((line, index) => `${kind === 'ul' ? '-' : `${index + 1}.`} ${plain(line)}`).join('\n');
    })
    .join('\n\n');
}

/** Links of a text that lead nowhere. */
export function deadLinks(source: string, isLink: (url: string) => boolean): string[] {
  return [...source.matchAll(LINK)].map(([, , url = '']) => url).filter((url) => !isLink(url));
}
