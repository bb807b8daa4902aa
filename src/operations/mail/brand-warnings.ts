import { contrastRatio, READABLE_CONTRAST } from '#domain/mail/contrast.js';
import { safeBrand } from '#integrations/mail/mail-brand.js';
import { readMailBrand } from './mail-settings.js';
import type { BrandDeps } from './render-mail.js';

/** What readers would stumble over in every mail, because of the brand as it is set. */
export function brandWarnings({ settings, storage }: BrandDeps): string[] {
  const { accentColor, accentTextColor } = safeBrand(readMailBrand(settings, storage));
  const ratio = contrastRatio(accentColor, accentTextColor);
  if (ratio >= READABLE_CONTRAST) return [];
  return [
    `Text on buttons is hard to read: ${accentTextColor} on ${accentColor} has a contrast of ${ratio.toFixed(1)} to 1, below ${READABLE_CONTRAST}`,
  ];
}
