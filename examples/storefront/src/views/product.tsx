import { useState } from 'react';
import type { DataOf } from 'haat-client';
import type { Problem } from '../server/visit.js';
import { day, Field, Notice, Picture, Price, ProblemNotice } from './kit.js';
import { type ProductWishlist, SaveToWishlist } from './save-to-wishlist.js';

type Product = DataOf<'getStoreProductsSlugBySlug'>;
type Variant = Pick<
  Product['variants'][number],
  | 'id'
  | 'sku'
  | 'originalPrice'
  | 'currentPrice'
  | 'specialPriceActive'
  | 'specialPriceEndDate'
  | 'inventoryQuantity'
  | 'inStock'
  | 'minQuantityPerCart'
  | 'maxQuantityPerCart'
  | 'optionValueIds'
>;

export interface ProductProps {
  id: string;
  slug: string;
  title: string;
  options: { name: string; values: { id: string; value: string }[] }[];
  variants: Variant[];
  chosen: string;
  vendor: { slug: string; displayName: string };
  currency: string;
  timeZone: string;
  pricesIncludeTax: boolean;
  signedIn: boolean;
  /** Of the buyer who is signed in. */
  wishlists: ProductWishlist[];
  /** A mail was asked for, for when it is back. */
  notified: boolean;
  email: string;
  problem: Problem | null;
}

/** Variants by their options, price, stock, and the way into the cart. */
export function ProductBuy(props: ProductProps) {
  const { slug, options, variants, currency, timeZone, vendor, problem } = props;
  const [chosen, choose] = useState(props.chosen);
  const variant = variants.find(({ id }) => id === chosen) ?? variants[0];
  if (!variant) return <Notice>This cannot be bought at the moment.</Notice>;
  const { currentPrice, originalPrice, specialPriceActive, specialPriceEndDate, inStock } = variant;
  /** The variant that has this value, and of the others as many as possible of what is chosen. */
  const with_ = (valueId: string) =>
    variants
      .filter((other) => other.optionValueIds.includes(valueId))
      .map((other) => ({
        other,
        same: other.optionValueIds.filter((id) => variant.optionValueIds.includes(id)).length,
      }))
      .sort((left, right) => right.same - left.same)[0]?.other;
  return (
    <div className="buy">
      {currentPrice !== null && (
        <p className="buy-price">
          <Price
            now={currentPrice}
            was={specialPriceActive === null ? null : originalPrice}
            currency={currency}
          />
        </p>
      )}
      <p className="quiet buy-note">
        {specialPriceActive !== null && specialPriceEndDate && (
          <>Special price until {day(specialPriceEndDate, timeZone)}. </>
        )}
        {props.pricesIncludeTax ? 'Price includes GST.' : 'Plus GST.'}
      </p>
      {options.map(({ name, values }) => (
        <div key={name} className="option" role="group" aria-label={name}>
          <p className="option-name">{name}</p>
          <ul className="chips">
            {values.map(({ id, value }) => {
              const target = with_(id);
              const isOn = variant.optionValueIds.includes(id);
              return (
                <li key={id}>
                  {target ? (
                    <a
                      className={target.inStock ? undefined : 'chip-out'}
                      href={`/products/${slug}?v=${target.id}`}
                      aria-current={isOn ? 'true' : undefined}
                      onClick={(event) => {
                        event.preventDefault();
                        choose(target.id);
                        history.replaceState(null, '', `/products/${slug}?v=${target.id}`);
                      }}
                    >
                      {value}
                      {!target.inStock && <span className="unseen"> (sold out)</span>}
                    </a>
                  ) : (
                    <span className="chip-out">{value}</span>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      <ProblemNotice problem={problem} />
      {inStock ? <AddToCart variant={variant} slug={slug} /> : <NotifyMe {...props} variantId={variant.id} />}
      <SaveToWishlist productId={props.id} variantId={variant.id} slug={slug} wishlists={props.wishlists} />
      <p className="buy-seller">
        Sold and sent by{' '}
        <a href={`/vendors/${vendor.slug}`}>
          <strong>{vendor.displayName}</strong>
        </a>
      </p>
      {variant.sku && <p className="quiet">Article {variant.sku}</p>}
    </div>
  );
}

function AddToCart({ variant, slug }: { variant: Variant; slug: string }) {
  const { id, inventoryQuantity, minQuantityPerCart, maxQuantityPerCart } = variant;
  const least = minQuantityPerCart ?? 1;
  const stock = inventoryQuantity > 0 ? inventoryQuantity : 10;
  const most = Math.max(least, Math.min(maxQuantityPerCart ?? 10, stock, least + 9));
  return (
    <form method="post" action="/cart/items" className="add">
      <input type="hidden" name="variantId" value={id} />
      <input type="hidden" name="slug" value={slug} />
      <p className="stock">
        {inventoryQuantity > 5
          ? 'In stock'
          : inventoryQuantity > 0
            ? `Only ${inventoryQuantity} left`
            : 'Made to order'}
      </p>
      <div className="add-row">
        <label>
          <span className="unseen">Quantity</span>
          <select name="quantity" defaultValue={String(least)} key={id}>
            {Array.from({ length: most - least + 1 }, (_, index) => (
              <option key={index} value={least + index}>
                {least + index}
              </option>
            ))}
          </select>
        </label>
        <button className="button button-large">Add to cart</button>
      </div>
    </form>
  );
}

const NotifyMe = ({
  variantId,
  slug,
  notified,
  signedIn,
  email,
  problem,
}: ProductProps & { variantId: string }) =>
  notified ? (
    <Notice tone="good">We will write one mail when it is back.</Notice>
  ) : (
    <form method="post" action="/notify-me" className="tell">
      <p className="stock stock-out">Sold out</p>
      <input type="hidden" name="variantId" value={variantId} />
      <input type="hidden" name="slug" value={slug} />
      {!signedIn && (
        <Field
          name="email"
          label="E-mail address"
          type="email"
          value={email}
          required
          autoComplete="email"
          error={problem?.fields['email']}
        />
      )}
      <button className="button">Tell me when it is back</button>
    </form>
  );

export const Gallery = ({ pictures, title }: { pictures: string[]; title: string }) => (
  <div
    className={pictures.length > 1 ? 'gallery gallery-many' : 'gallery'}
    tabIndex={pictures.length > 1 ? 0 : undefined}
    role={pictures.length > 1 ? 'group' : undefined}
    aria-label={pictures.length > 1 ? 'Pictures' : undefined}
  >
    {(pictures.length > 0 ? pictures : [null]).map((picture, index) => (
      <Picture
        key={picture ?? 'none'}
        src={picture}
        alt={index === 0 ? title : `${title}, picture ${index + 1}`}
        size={900}
        eager={index === 0}
      />
    ))}
  </div>
);
