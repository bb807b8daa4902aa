import { describe, expect, it } from '@jest/globals';
import { deadEmphasis, deadLinks, markdownHtml, markdownText } from '#integrations/mail/campaign-markdown.js';

const styles = { paragraph: 'p', list: 'l', item: 'i', link: 'a' };
const isLink = (url: string) => /^(https?:|mailto:)/.test(url);
const links = { isLink, write: (url: string) => url };
const html = (source: string) => markdownHtml(source, styles, links);
const text = (source: string) => markdownText(source, links);

describe('the Markdown of campaigns', () => {
  it('has paragraphs, bold, italic, links and lists, each with its style', () => {
    expect(html('**bold** and *slanted*\n\nnext')).toBe(
      '<p dir="auto" style="p"><strong>bold</strong> and <em>slanted</em></p>\n<p dir="auto" style="p">next</p>',
    );
    expect(html('- one\n- [two](https://a.example/?x=1&y=2)')).toBe(
      '<ul style="l">\n<li dir="auto" style="i">one</li>\n<li dir="auto" style="i"><a href="https://a.example/?x=1&#38;y=2" style="a">two</a></li>\n</ul>',
    );
    expect(html('3. three\n4. four')).toContain('<ol start="3" style="l">');
  });

  it('shows HTML, headings, code and pictures as letters', () => {
    const shown = html(
      '<b>x</b> `code` ![pic](https://a.example/p.png)\n\n# no heading\n\n<script>alert(1)</script>',
    );
    expect(shown).not.toMatch(/<b>|<code|<img|<h1|<script/);
    expect(shown).toContain('&#60;b&#62;x&#60;/b&#62;');
    expect(shown).toContain('# no heading');
  });

  it('keeps the words of links that lead nowhere, and names those links', () => {
    const source = '[x](javascript:alert(1)) [y](https://a.example) [z](nowhere)';
    expect(html(source)).toBe('<p dir="auto" style="p">x <a href="https://a.example" style="a">y</a> z</p>');
    expect(text(source)).toBe('x y: https://a.example z');
    expect(deadLinks(source, isLink)).toEqual(['javascript:alert(1)', 'nowhere']);
  });

  it('is plain text with the addresses of links, and lists with their signs', () => {
    expect(
      text(
        'Some **bold**\nwords\n\n- one\n- two\n\n1. first\n2. [second](https://a.example/x?a=1&b=2)\n\nend',
      ),
    ).toBe('Some bold words\n\n- one\n- two\n\n1. first\n2. second: https://a.example/x?a=1&b=2\n\nend');
    expect(text('a \\*star\\*')).toBe('a *star*');
  });

  it.each([
    ['**नमस्ते।**आप', ['**नमस्ते।**']],
    ['पढ़ें **(नया)**है', ['**(नया)**']],
    ['*वाह!*क्या', ['*वाह!*']],
    ['**नमस्ते।** आप, **नमस्ते**। आप **bold**', []],
    ['\\*\\*plain\\*\\* 2 * 3 * 4, snake_case_name', []],
  ])('names bold text that stays as it is written: %s', (source, dead) => {
    expect(deadEmphasis(source)).toEqual(dead);
    for (const written of dead) expect(text(source)).toContain(written);
  });

  it('leaves marks of variables as they are', () => {
    expect(html('Hi \ue0001\ue001, [leave](\ue0002\ue001)')).toContain('Hi \ue0001\ue001, leave');
    expect(markdownHtml('[leave](\ue0002\ue001)', styles, { ...links, isLink: () => true })).toContain(
      'href="\ue0002\ue001"',
    );
  });
});
