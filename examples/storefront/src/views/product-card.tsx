import type { DataOf } from 'haat-client';
import { Picture, Price, Stars } from './kit.js';

/** What a card shows of a product, and no more: it is sent to the browser twice where a list lives. */
export interface Card {
  slug: string;
  title: string;
  subtitle: string | null;
  picture: string | null;
  now: number | null;
  was: number | null;
  /** Variants differ in their price. */
  from: boolean;
  inStock: boolean;
  rating: { average: number; count: number } | null;
}

type Found = DataOf<'getStoreProducts'>['products'][number];

export function cardOf(product: Found): Card {
  const { slug, title, subtitle, thumbnail, priceStart, priceEnd, inStock, rating, variants } = product;
  const cheapest = variants.find(({ currentPrice }) => currentPrice !== null && currentPrice === priceStart);
  const was = cheapest?.specialPriceActive != null ? cheapest.originalPrice : null;
  const from = priceStart !== priceEnd;
  return {
    slug,
    title,
    subtitle,
    picture: thumbnail,
    now: priceStart,
    was,
    from,
    inStock,
    rating: rating.count > 0 ? rating : null,
  };
}

/** The shorter shape of what is bought together. */
export function cardOfShort(product: DataOf<'getStoreProductsByProductIdFbt'>['products'][number]): Card {
  const { slug, title, thumbnail, priceStart, priceEnd, inStock } = product;
  return {
    slug,
    title,
    subtitle: null,
    picture: thumbnail,
    now: priceStart,
    was: null,
    from: priceStart !== priceEnd,
    inStock,
    rating: null,
  };
}

export function ProductCard({
  card,
  currency,
  eager = false,
}: {
  card: Card;
  currency: string;
  eager?: boolean;
}) {
  const { slug, title, subtitle, picture, now, was, from, inStock, rating } = card;
  return (
    <article className="card">
      <Picture src={picture} alt="" eager={eager} />
      <div className="card-text">
        <h3>
          <a href={`/products/${slug}`}>{title}</a>
        </h3>
        {subtitle && <p className="quiet card-subtitle">{subtitle}</p>}
        {rating && <Stars {...rating} />}
        <p className="card-price">
          {from && <span className="quiet">from </span>}
          {now !== null && <Price now={now} was={was} currency={currency} />}
          {was !== null && now !== null && was > now && (
            <span className="tag tag-sale">−{Math.round((1 - now / was) * 100)}%</span>
          )}
          {!inStock && <span className="tag">Sold out</span>}
        </p>
      </div>
    </article>
  );
}

export const Shelf = ({
  cards,
  currency,
  eager = 0,
}: {
  cards: Card[];
  currency: string;
  eager?: number;
}) => (
  <ul className="shelf">
    {cards.map((card, index) => (
      <li key={card.slug}>
        <ProductCard card={card} currency={currency} eager={index < eager} />
      </li>
    ))}
  </ul>
);
