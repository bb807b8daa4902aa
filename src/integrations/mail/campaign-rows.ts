import type { Alignment } from '#domain/campaigns/campaign-blocks.js';
import { fillMarkup } from './markup.js';

/** Where a block stands: over the whole width of the mail, or in one of two columns. */
export interface RowPlace {
  /** Width of what it holds, in pixels. */
  width: number;
  /** Left and right of it, in pixels. */
  side: number;
  inColumn: boolean;
  align?: Alignment;
}

export const WHOLE: RowPlace = { width: 520, side: 40, inColumn: false };
/** Half of the mail; its content begins where that of whole rows does. */
export const IN_COLUMN: RowPlace = { width: 250, side: 10, inColumn: true };

/** A block of the mail. @param options.side left and right of it where that is not as its place says */
export function campaignRow(
  content: string,
  { ink, place }: { ink: string; place: RowPlace },
  { above = 8, side = place.side }: { above?: number; side?: number } = {},
): string {
  const padding = `${above}px ${side}px`;
  if (place.align === undefined && !place.inColumn)
    return fillMarkup('campaignRow', { content, ink, padding });
  const name = place.inColumn ? 'half' : 'cell';
  return fillMarkup('campaignAlignedRow', { content, ink, padding, name, align: place.align ?? 'left' });
}

/** Two columns. @param options.keep whether they stay beside each other on phones that can tell */
export function campaignColumns(
  left: string,
  right: string,
  { keep = false }: { keep?: boolean } = {},
): string {
  return fillMarkup('campaignColumns', { left, right, name: keep ? 'pair keep' : 'pair' });
}
