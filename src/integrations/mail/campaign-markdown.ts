import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml } from '#integrations/http/escape-html.js';

/** How a link and a paragraph look; styles stand on each element, as mail programs want it. */
export interface MarkdownStyles {
  paragraph: string;
  list: string;
  item: string;
  link: string;
}

/** Paragraphs, bold, italic, links and lists. HTML is shown as letters, and everything else as it is written. */
const markdown = new MarkdownIt('zero', { html: false, linkify: false }).enable([
  'list',
  'emphasis',
  'link',
  'escape',
  'newline',
]);
// What a link may lead to is decided by the caller, who knows the marks of variables.
markdown.validateLink = () => true;
markdown.normalizeLink = (url) => url;
// Escaped as everywhere in mails, so that marks of variables can be found in the result.
markdown.renderer.rules['text'] = (tokens, index) => escapeHtml(tokens[index]?.content ?? '');
markdown.renderer.renderAttrs = ({ attrs }) =>
  (attrs ?? []).map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`).join('');

type IsLink = (url: string) => boolean;

/** Which links stay, and how their addresses are written. */
export interface MarkdownLinks {
  isLink: IsLink;
  write: (url: string) => string;
}

/** Markdown as HTML: bold, italic, links, lists, paragraphs. HTML in it is shown as letters. */
export function markdownHtml(source: string, styles: MarkdownStyles, links: MarkdownLinks): string {
  const tokens = withoutDeadLinks(markdown.parse(source, {}), links);
  const face: Readonly<Record<string, string>> = {
    paragraph_open: styles.paragraph,
    bullet_list_open: styles.list,
    ordered_list_open: styles.list,
    list_item_open: styles.item,
    link_open: styles.link,
  };
  visit(tokens, (token) => {
    const style = face[token.type];
    if (style === undefined) return;
    if (token.type === 'paragraph_open' || token.type === 'list_item_open') token.attrSet('dir', 'auto');
    token.attrSet('style', style);
  });
  return markdown.renderer.render(tokens, markdown.options, {}).trim();
}

/** The same as plain text, with the addresses of links behind their words. */
export function markdownText(source: string, links: MarkdownLinks): string {
  const numbers: (number | null)[] = [];
  let text = '';
  for (const token of withoutDeadLinks(markdown.parse(source, {}), links)) {
    if (token.type === 'bullet_list_open') numbers.push(null);
    if (token.type === 'ordered_list_open') numbers.push(Number(token.attrGet('start') ?? 1));
    if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') {
      numbers.pop();
      text += '\n';
    }
    if (token.type === 'list_item_open') {
      const number = numbers.at(-1) ?? null;
      text += `${'  '.repeat(numbers.length - 1)}${number === null ? '-' : `${number}.`} `;
      if (number !== null) numbers[numbers.length - 1] = number + 1;
    }
    if (token.type === 'inline') text += `${plain(token.children ?? [])}\n`;
    if (token.type === 'paragraph_close' && numbers.length === 0) text += '\n';
  }
  return text.trim();
}

/** Links of a text that lead nowhere. */
export function deadLinks(source: string, isLink: IsLink): string[] {
  const dead: string[] = [];
  visit(markdown.parse(source, {}), (token) => {
    if (token.type !== 'link_open') return;
    const url = hrefOf(token);
    if (!isLink(url)) dead.push(url);
  });
  return dead;
}

/**
 * Bold and italic text that stays as it is written. A closing mark counts only where no letter follows the punctuation before it
 * (CommonMark 0.31, 6.2): `**नमस्ते।**आप` keeps its stars.
 */
export function deadEmphasis(source: string): string[] {
  const texts: string[] = [];
  visit(markdown.parse(source, {}), ({ type, children }) => {
    if (type === 'inline') texts.push((children ?? []).map((child) => child.content).join(''));
  });
  const meant = source.matchAll(
    /(?<![\\*_])(\*\*|\*|(?<![\p{L}\p{N}])__?)(?=[^\s*_])([^*_\n]+)(?<=[^\s*_\\])\1(?![*_])/gu,
  );
  return [...meant].map(([whole]) => whole).filter((whole) => texts.some((text) => text.includes(whole)));
}

const hrefOf = (token: Token): string => String(token.attrGet('href') ?? '');

function visit(tokens: readonly Token[], look: (token: Token) => void): void {
  for (const token of tokens) {
    look(token);
    if (token.children) visit(token.children, look);
  }
}

/** The words of a link that leads nowhere stay, and its link goes. */
function withoutDeadLinks(tokens: Token[], { isLink, write }: MarkdownLinks): Token[] {
  for (const token of tokens) {
    if (!token.children) continue;
    const open: boolean[] = [];
    token.children = token.children.filter((child) => {
      if (child.type === 'link_open') {
        open.push(isLink(hrefOf(child)));
        child.attrSet('href', write(hrefOf(child)));
      } else if (child.type === 'link_close') return open.pop() ?? false;
      else return true;
      return open.at(-1) ?? false;
    });
  }
  return tokens;
}

function plain(tokens: readonly Token[]): string {
  const urls: string[] = [];
  return tokens
    .map((token) => {
      if (token.type === 'link_open') urls.push(hrefOf(token));
      if (token.type === 'link_close') return `: ${urls.pop() ?? ''}`;
      if (token.type === 'softbreak') return ' ';
      return token.type === 'hardbreak' ? '\n' : token.content;
    })
    .join('');
}
