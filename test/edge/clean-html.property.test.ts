import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import sanitizeHtml from 'sanitize-html';
import { isCleanHtml } from '#domain/_shared/rich-text.js';
import { cleanHtml } from '#lib/clean-html.js';
import { shopFiles } from '../_support/shop-files.js';

const kept = [
  'Plain text with "quotes", a < b, 3 > 2, <3 & more; €',
  '<P class="lead">Hand-made <b>brass</b> lamp<br>from <i>Moradabad</i></P>',
  '<p>one<p>two<ul><li>a<li>b</ul>',
  `<p style='color: #333; text-align:center'>x</p>`,
  '<span style="font-family: &quot;Open Sans&quot;, sans-serif; font-size: 12.5px;">x</span>',
  '<p style="color: #333333; background-color:#000000">x</p>',
  '<a href="https://example.com/?a=1&b=2&amp;c=3" target="_blank" rel="noopener">x</a>',
  '<a href="/pages/size-guide#rings">x</a><a href="mailto:a@example.com">m</a><a href=tel:123>t</a>',
  '<img src="//cdn.example.com/a.jpg" alt="a < b" width=100 /><hr/>',
  '<table border="0" cellpadding="4"><tbody><tr><td colspan="2">x</td></tr></tbody></table>',
  '<div data-mce-fragment="1" dir="auto">नमस्ते &nbsp;&#8377; 5</div>\r\n',
  '',
];

const removed: [string, RegExp][] = [
  ['<script>alert(1)</script>x', /script|alert/],
  ['<img src=x onerror=alert(1)>', /onerror/],
  ['<img src="x"onerror="alert(1)">', /onerror/],
  ['<a href="javascript:alert(1)">x</a>', /javascript/],
  ['<a href=" java\tscript:alert(1)">x</a>', /script/],
  ['<a href="javascript&colon;alert(1)">x</a>', /javascript/],
  ['<a href="&#106;avascript:alert(1)">x</a>', /avascript/],
  ['<a href="data:text/html,x">x</a>', /data:/],
  ['<img src="data:image/svg+xml,x">', /data:/],
  ['<svg onload=alert(1)><style><img src=x onerror=alert(1)>', /svg|onload|onerror/],
  [
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    /<math|<style|<!--/,
  ],
  ['<!--><img src=x onerror=alert(1)>-->', /onerror|<!--/],
  ['<p style="position:fixed;inset:0;color:red">x</p>', /position|inset/],
  ['<p style="background:url(https://evil.example/x)">x</p>', /url\(/],
  ['<p style="color:red;margin-top:-900px">x</p>', /-900/],
  ['<p style="color:#000000;width:99999px">x</p>', /99999/],
  ['<form action="https://evil.example"><input name=p></form>x', /form|input/],
  ['<iframe src="https://evil.example"></iframe>x', /iframe/],
  ['<p id="cart" name="x">x</p>', /id=|name=/],
  ['</div></section>x', /<\//],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', /noscript|onerror/],
  ['<img src=x onerror=alert(1) ', /onerror/],
  ['<base href="//evil.example"><link rel=stylesheet href=x><meta http-equiv=refresh>x', /base|link|meta/],
];

describe('the HTML of a vendor', () => {
  it.each(kept)('is kept byte for byte when nothing has to go: %s', (html) => {
    expect(cleanHtml(html)).toBe(html);
  });

  it.each(removed)('loses what is dangerous: %s', (html, gone) => {
    expect(cleanHtml(html)).not.toMatch(gone);
    expect(cleanHtml(cleanHtml(html))).toBe(cleanHtml(html));
  });

  it('keeps the text and the harmless part', () => {
    expect(cleanHtml('<p onclick="x()" class="a">A <b>lamp</b></p><script>x</script>')).toBe(
      '<p class="a">A <b>lamp</b></p>',
    );
    expect(cleanHtml('<p style="position:absolute;color:red">x</p>')).toBe('<p style="color:red">x</p>');
    expect(cleanHtml('<div>never ended')).toBe('<div>never ended</div>');
  });

  it('comes to an end however it is nested and spelled', () => {
    for (const part of [
      '<b>',
      '<',
      '<a ',
      '</b',
      '<a href="',
      '<p style="color:red;',
      '<!--',
      '<a  \n\t',
      '<div><p>',
      '<li>',
    ]) {
      const html = part.repeat(Math.floor(50_000 / part.length));
      expect(cleanHtml(cleanHtml(html))).toBe(cleanHtml(html));
    }
  });

  const fragment = fc.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '=',
    ' ',
    '&',
    ';',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '`',
    '\u0000',
    '\n',
    'p',
    'a',
    'b',
    'div',
    'td',
    'script',
    'style',
    'svg',
    'title',
    'textarea',
    'noscript',
    'img',
    'xmp',
    '<p>',
    '</p>',
    '<a href="',
    '<img src=',
    '<div style="',
    '</div>',
    '<script>',
    '</script>',
    '<title>',
    '<b/',
    'onerror=',
    'href=',
    'style=',
    'javascript:',
    'color:red',
    'alert(1)',
    '&colon;',
    '&#x6a;',
    '&quot;',
    '&lt;',
  );
  const texts = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''));

  it('stays as it is once it was cleaned, and is never dangerous', () => {
    fc.assert(
      fc.property(texts, (html) => {
        const clean = cleanHtml(html);
        expect(cleanHtml(clean)).toBe(clean);
        // What another reader with the same rules makes of it has no more to lose.
        const tags = [...clean.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag?.toLowerCase());
        expect(
          tags.filter((tag) =>
            ['script', 'style', 'svg', 'title', 'textarea', 'noscript', 'xmp'].includes(tag ?? ''),
          ),
        ).toEqual([]);
        sanitizeHtml(clean, {
          allowedTags: false,
          allowedAttributes: false,
          allowVulnerableTags: true,
          transformTags: {
            '*': (tagName, attribs) => {
              expect(Object.keys(attribs).filter((name) => name.startsWith('on'))).toEqual([]);
              for (const name of ['href', 'src']) {
                const url = (attribs[name] ?? '').replace(/[\u0000-\u0020]+/g, '');
                expect(url).not.toMatch(/^javascript:/i);
              }
              return { tagName, attribs };
            },
          },
        });
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(shopFiles())('in a product file is mostly kept: %s', (_name, path) => {
    const text = readFileSync(path, 'utf8');
    const bodies = [...text.matchAll(/"((?:[^"]|"")*<(?:[^"]|"")*)"/g)].map(([, body]) =>
      (body ?? '').replaceAll('""', '"'),
    );
    const changed = bodies.filter((body) => !isCleanHtml(body));
    expect(changed.length).toBeLessThanOrEqual(bodies.length / 10);
    for (const body of changed) expect(cleanHtml(cleanHtml(body))).toBe(cleanHtml(body));
  });
});
