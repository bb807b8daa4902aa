import type { SimpleBlock } from '#domain/campaigns/campaign-blocks.js';
import { couponKey } from '#domain/campaigns/shown-content.js';
import { formatDay } from '#domain/mail/template-variables.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import type { BlockFace, RenderedBlock } from './block-face.js';
import { softOn } from './campaign-colors.js';
import { campaignRow, type RowPlace } from './campaign-rows.js';
import type { CampaignSlots } from './campaign-slots.js';
import { fillMarkup } from './markup.js';

/** The variable of a recipient that holds the bulk code of a discount. */
export const bulkCodeVariable = (discountId: string): string => `bulk_code_${discountId.replaceAll('-', '')}`;

/** A code in a frame; undefined where its discount does not apply any more. */
export function couponBlock(
  { discountId, codes, text = '' }: Extract<SimpleBlock, { type: 'coupon' }>,
  place: RowPlace,
  { colors, brand, shop }: BlockFace,
  slots: CampaignSlots,
): RenderedBlock | undefined {
  const coupon = shop.shown.coupons[couponKey(discountId, codes)];
  if (!coupon) return undefined;
  const words = slots.mark(text);
  const code = coupon.code ?? slots.personal(bulkCodeVariable(discountId));
  const until = untilOf(coupon.endsAt, shop.timeZone);
  const frame = fillMarkup('campaignCoupon', {
    accent: brand.accentColor,
    ink: colors.ink,
    code: escapeHtml(code),
    text: text === '' ? '' : fillMarkup('campaignCouponText', { text: escapeHtml(words), ink: colors.ink }),
    until:
      until === ''
        ? ''
        : fillMarkup('campaignCouponUntil', { text: escapeHtml(until), soft: softOn(colors.card) }),
  });
  const lines = [words, `Code: ${code}`, until].filter(Boolean);
  return { html: campaignRow(frame, { ink: colors.ink, place }), text: lines.join('\n') };
}

/** A coupon that ends at midnight applies on the day before. */
function untilOf(endsAt: string | null, timeZone: string): string {
  if (endsAt === null) return '';
  return `Valid until ${formatDay(new Date(new Date(endsAt).getTime() - 1), timeZone)}`;
}
