import sanitizeHtml from 'sanitize-html';
import { contrastRatio, READABLE_CONTRAST } from '#domain/mail/contrast.js';
import { hexColor } from './css-color.js';
import { BODY_TAGS, cleanBody } from './mail-body.js';
import { COLORS } from './mail-styles.js';

/** Most entries of a list that a person reads. */
const MAX = 20;

interface Colors {
  text: string;
  ground: string;
}

/** What readers would stumble over in an author's HTML: pictures without alternative text, and faint text. */
export function bodyWarnings(html: string): string[] {
  const warnings = new Set<string>();
  const colors: Colors[] = [{ text: COLORS.ink, ground: COLORS.card }];
  sanitizeHtml(cleanBody(html), {
    allowedTags: [...BODY_TAGS],
    allowedAttributes: false,
    onOpenTag: (tag, attributes) => {
      const around = colors.at(-1) as Colors;
      const style = attributes['style'] ?? '';
      const own = {
        text: colorIn(style, 'color') ?? around.text,
        ground: colorIn(style, 'background-color') ?? around.ground,
      };
      colors.push(own);
      if (tag === 'img' && (attributes['alt'] ?? '').trim() === '')
        warnings.add(`A picture has no alternative text: ${(attributes['src'] ?? '').slice(0, 100)}`);
      const ratio = contrastRatio(own.text, own.ground);
      // Text in the colours of the store is looked at with the brand.
      if (style !== '' && ratio < READABLE_CONTRAST)
        warnings.add(
          `Text of <${tag}> is hard to read: ${own.text} on ${own.ground} has a contrast of ${ratio.toFixed(1)} to 1, below ${READABLE_CONTRAST}`,
        );
    },
    onCloseTag: () => {
      if (colors.length > 1) colors.pop();
    },
  });
  return [...warnings].slice(0, MAX);
}

function colorIn(style: string, property: string): string | undefined {
  const found = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1];
  return found === undefined ? undefined : hexColor(found.trim());
}
