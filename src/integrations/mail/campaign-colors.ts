import type { CampaignColors, CampaignPalette } from '#domain/campaigns/campaign-colors.js';
import { contrastRatio, READABLE_CONTRAST, readableOn } from '#domain/mail/contrast.js';
import { COLORS } from './mail-styles.js';

/** Quiet text on a background. */
export function softOn(background: string): string {
  return readableOn(COLORS.soft, background);
}

/** Settings of colours that make text hard to read. */
export function colorWarnings({ light, dark }: CampaignColors): string[] {
  return [...paletteWarnings(light, ''), ...paletteWarnings(dark, 'dark_')];
}

function paletteWarnings({ accent, accentText, card, ink }: CampaignPalette, prefix: string): string[] {
  const pairs = [
    {
      what: 'Text on buttons',
      text: accentText,
      ground: accent,
      keys: ['accent_text_color', 'accent_color'],
    },
    { what: 'Text', text: ink, ground: card, keys: ['text_color', 'card_color'] },
  ];
  return pairs.flatMap(({ what, text, ground, keys }) => {
    const ratio = contrastRatio(text, ground);
    if (ratio >= READABLE_CONTRAST) return [];
    const names = keys.map((key) => `store.campaign.${prefix}${key}`).join(' and ');
    return [
      `${what} is hard to read: ${text} on ${ground} has a contrast of ${ratio.toFixed(1)} to 1, below ${READABLE_CONTRAST}; see ${names}`,
    ];
  });
}
