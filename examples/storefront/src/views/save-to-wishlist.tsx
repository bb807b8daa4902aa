import { Icon } from './kit.js';

/** A wishlist of the buyer, and which variants of a product it holds. */
export interface ProductWishlist {
  id: string;
  name: string;
  /** Null for the product in whatever variant. */
  variantIds: (string | null)[];
}

interface SaveToWishlistProps {
  productId: string;
  variantId: string;
  slug: string;
  wishlists: ProductWishlist[];
}

/** Says which wishlists hold the variant, and saves it in one that does not. Visitors without an account sign in first. */
export function SaveToWishlist({ productId, variantId, slug, wishlists }: SaveToWishlistProps) {
  const holds = ({ variantIds }: ProductWishlist) => variantIds.some((id) => id === null || id === variantId);
  const holding = wishlists.filter(holds);
  const others = wishlists.filter((list) => !holds(list));
  const [first] = others;
  return (
    <div className="save">
      {holding.length > 0 && (
        <p role="status" className="inline">
          <Icon name="heart" />
          <span>
            Saved in{' '}
            {holding.map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <a href={`/account/wishlists/${id}`}>{name}</a>
              </span>
            ))}
          </span>
        </p>
      )}
      {(first || wishlists.length === 0) && (
        <form method="post" action="/account/wishlists/items" className="inline">
          <input type="hidden" name="productId" value={productId} />
          <input type="hidden" name="variantId" value={variantId} />
          <input type="hidden" name="slug" value={slug} />
          {wishlists.length > 1 ? (
            <select name="wishlistId" aria-label="Wishlist" defaultValue={first?.id} key={first?.id}>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          ) : (
            first && <input type="hidden" name="wishlistId" value={first.id} />
          )}
          <button className="button button-quiet">
            <Icon name="heart" /> Save to wishlist
          </button>
        </form>
      )}
    </div>
  );
}
