import { DEFAULT_LISTED, type SimpleBlock } from '#domain/campaigns/campaign-blocks.js';
import { listingKey, type ShownProduct } from '#domain/campaigns/shown-content.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import type { BlockFace, RenderedBlock, ShopFace } from './block-face.js';
import { softOn } from './campaign-colors.js';
import { campaignColumns, campaignRow, IN_COLUMN, type RowPlace } from './campaign-rows.js';
import type { CampaignSlots } from './campaign-slots.js';
import { fillMarkup } from './markup.js';

type Block<Type> = Extract<SimpleBlock, { type: Type }>;

/** A product with picture, price and button; undefined where it cannot be bought. */
export function productBlock(
  { productId, label = 'See it' }: Block<'product'>,
  place: RowPlace,
  face: BlockFace,
  slots: CampaignSlots,
): RenderedBlock | undefined {
  const product = face.shop.shown.products[productId];
  if (!product) return undefined;
  const words = slots.mark(label);
  const url = urlOf(product, face);
  const button =
    url === undefined
      ? ''
      : fillMarkup('button', {
          href: escapeHtml(url),
          label: escapeHtml(words),
          accent: face.brand.accentColor,
          accentText: face.brand.accentTextColor,
        });
  const picture = pictureOf(product, face);
  const details = detailsOf(product, { large: true, button }, face);
  const text = textOf(product, face);
  const ink = face.colors.ink;
  if (place.inColumn || picture === '') return { html: campaignRow(picture + details, { ink, place }), text };
  const half = { ink, place: { ...IN_COLUMN, align: place.align } };
  return { html: campaignColumns(campaignRow(picture, half), campaignRow(details, half)), text };
}

/** The products of a listing, two in a row; undefined where none can be bought. */
export function listingBlock(
  { listingId, count = DEFAULT_LISTED }: Block<'listing'>,
  place: RowPlace,
  face: BlockFace,
): RenderedBlock | undefined {
  const { products, listings } = face.shop.shown;
  const shown = (listings[listingKey(listingId, count)] ?? []).flatMap((id) => products[id] ?? []);
  if (shown.length === 0) return undefined;
  const half = { ink: face.colors.ink, place: { ...IN_COLUMN, align: place.align } };
  const cards = shown.map((product) =>
    campaignRow(pictureOf(product, face) + detailsOf(product, { large: false, button: '' }, face), half),
  );
  const text = shown.map((product) => textOf(product, face)).join('\n');
  if (place.inColumn) return { html: cards.join(''), text };
  const rows = Array.from({ length: Math.ceil(cards.length / 2) }, (_, row) =>
    campaignColumns(cards[2 * row] ?? '', cards[2 * row + 1] ?? '', { keep: true }),
  );
  return { html: rows.join('\n'), text };
}

/** Its page in the shop; undefined for a store without an address. */
function urlOf({ slug }: ShownProduct, { brand }: BlockFace): string | undefined {
  const store = brand.storeUrl.replace(/\/+$/, '');
  return store === '' ? undefined : `${store}/products/${slug}`;
}

function linked(inside: string, product: ShownProduct, face: BlockFace): string {
  const url = urlOf(product, face);
  if (url === undefined) return inside;
  return fillMarkup('campaignLink', {
    href: escapeHtml(url),
    color: face.colors.ink,
    decoration: 'none',
    inside,
  });
}

function pictureOf(product: ShownProduct, face: BlockFace): string {
  const src = product.image === null ? undefined : face.shop.pictureUrl(product.image);
  if (src === undefined) return '';
  const picture = fillMarkup('campaignImage', {
    src: escapeHtml(src),
    alt: escapeHtml(product.title),
    width: String(IN_COLUMN.width),
  });
  return linked(picture, product, face);
}

function detailsOf(
  product: ShownProduct,
  { large, button }: { large: boolean; button: string },
  face: BlockFace,
): string {
  const { colors, shop } = face;
  const { regularPrice } = product;
  const soft = softOn(colors.card);
  const regular =
    regularPrice === null
      ? ''
      : ` ${fillMarkup('campaignRegularPrice', { price: money(regularPrice, shop), soft })}`;
  return fillMarkup('campaignProduct', {
    ink: colors.ink,
    size: large ? '20px' : '16px',
    line: large ? '27px' : '22px',
    title: linked(escapeHtml(product.title), product, face),
    price: escapeHtml(priceOf(product, shop)),
    regular,
    button,
  });
}

const money = (amount: number, { shown }: ShopFace): string =>
  escapeHtml(formatMoney(amount, shown.currency));

function priceOf({ priceStart, priceEnd }: ShownProduct, { shown }: ShopFace): string {
  const start = formatMoney(priceStart, shown.currency);
  return priceEnd > priceStart ? `From ${start}` : start;
}

function textOf(product: ShownProduct, face: BlockFace): string {
  const url = urlOf(product, face);
  return `${product.title}, ${priceOf(product, face.shop)}${url === undefined ? '' : `: ${url}`}`;
}
