import type { DataOf } from 'haat-client';
import { Act, money, Picture, Price } from './kit.js';
import { reasons } from './reordered.js';

export type OwnItem = DataOf<'getStoreWishlistsByWishlistIdItems'>[number];
type ShownItem = DataOf<'getStoreSharedWishlistsByToken'>['items'][number];

const nameOf = ({ title, variantTitle }: ShownItem) => (variantTitle ? `${title}, ${variantTitle}` : title);

const hrefOf = ({ slug, variantId }: ShownItem) => `/products/${slug}${variantId ? `?v=${variantId}` : ''}`;

function stockOf({ onSale, inStock, inventoryQuantity, onlyVariantId }: ShownItem): string {
  if (!onSale) return 'Not sold at the moment';
  if (!inStock) return 'Sold out';
  if (onlyVariantId === null || inventoryQuantity > 5) return 'In stock';
  return inventoryQuantity > 0 ? `Only ${inventoryQuantity} left` : 'Made to order';
}

/** Picture, title, current price and stock of an item; `below` follows the text, `acts` are beside it. */
function Item({
  item,
  currency,
  below,
  acts,
}: {
  item: ShownItem;
  currency: string;
  below?: React.ReactNode;
  acts: React.ReactNode;
}) {
  const { title, variantTitle, vendorName, image, price, priceEnd, originalPrice, onSale, inStock } = item;
  return (
    <li aria-label={nameOf(item)}>
      <Picture src={image} alt="" size={160} />
      <div className="saved-text">
        <h2>{onSale ? <a href={hrefOf(item)}>{title}</a> : title}</h2>
        <p className="quiet">{variantTitle ? `${variantTitle} · ${vendorName}` : vendorName}</p>
        {price !== null && (
          <p>
            {priceEnd !== price && <span className="quiet">from </span>}
            <Price now={price} was={originalPrice} currency={currency} />
          </p>
        )}
        <p className={onSale && inStock ? 'stock' : 'stock stock-out'}>{stockOf(item)}</p>
        {below}
      </div>
      <div className="saved-acts">{acts}</div>
    </li>
  );
}

const Unseen = ({ item }: { item: ShownItem }) => <span className="unseen"> {nameOf(item)}</span>;

/** Leads to the page of a product of which a variant has to be chosen. */
const Choose = ({ item }: { item: ShownItem }) => (
  <a className="button button-quiet" href={hrefOf(item)}>
    Choose a variant
    <Unseen item={item} />
  </a>
);

/** A list as its share link shows it. */
export const SharedItems = ({ items, currency }: { items: ShownItem[]; currency: string }) => (
  <ul className="saved">
    {items.map((item) => (
      <Item
        key={`${item.productId}-${item.variantId}`}
        item={item}
        currency={currency}
        acts={
          item.inStock &&
          (item.onlyVariantId ? (
            <Act action="/cart/items" variantId={item.onlyVariantId} slug={item.slug}>
              Add to cart
              <Unseen item={item} />
            </Act>
          ) : (
            <Choose item={item} />
          ))
        }
      />
    ))}
  </ul>
);

interface OwnItemsProps {
  items: OwnItem[];
  currency: string;
  /** Address of the list. */
  path: string;
  /** The cursor of the page that is shown; empty for the first. */
  after: string;
  /** The store mails about items. */
  sendsNotices: boolean;
  /** The other lists of the account. */
  others: { id: string; name: string }[];
  /** Makes one move of a form, however often it is sent. */
  formKey: string;
}

/** A list as its owner sees it: each item with what can be done with it. */
export const OwnItems = ({ items, currency, path, after, sendsNotices, others, formKey }: OwnItemsProps) => (
  <ul className="saved">
    {items.map((item) => {
      const action = `${path}/items/${item.id}`;
      return (
        <Item
          key={item.id}
          item={item}
          currency={currency}
          below={
            <>
              <PriceDrop item={item} currency={currency} />
              {sendsNotices && <Notices item={item} action={`${action}/notices`} after={after} />}
              {others.length > 0 && (
                <OtherList {...{ item, others, after, formKey }} action={`${action}/list`} />
              )}
            </>
          }
          acts={
            <>
              {item.inStock &&
                (item.onlyVariantId ? (
                  <Act action={`${action}/move`} after={after}>
                    Move to cart
                    <Unseen item={item} />
                  </Act>
                ) : (
                  <Choose item={item} />
                ))}
              <Act action={`${action}/remove`} after={after} quiet>
                Remove
                <Unseen item={item} />
              </Act>
            </>
          }
        />
      );
    })}
  </ul>
);

interface OtherListProps extends Pick<OwnItemsProps, 'others' | 'after' | 'formKey'> {
  item: OwnItem;
  action: string;
}

/** Moves an item to another list. */
const OtherList = ({ item, action, others, after, formKey }: OtherListProps) => (
  <details className="saved-mails">
    <summary>
      Move to another list
      <Unseen item={item} />
    </summary>
    <form method="post" action={action}>
      <input type="hidden" name="after" value={after} />
      <input type="hidden" name="formKey" value={formKey} />
      <select name="wishlistId" aria-label={`List for ${nameOf(item)}`}>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button className="button button-quiet">
        Move
        <Unseen item={item} />
      </button>
    </form>
  </details>
);

export type ItemInCart = DataOf<'postStoreWishlistsByWishlistIdAddToCart'>['items'][number];

const withoutChoice = { ...reasons, variant_required: 'choose a variant' };

/** What became of the items of a list that was put into the cart: how many are there, and why others are not. */
export function ListInCart({ items }: { items: ItemInCart[] }) {
  const count = items.filter(({ inCart }) => inCart).length;
  return (
    <section className="notice notice-info" role="status" aria-label="Add all to cart">
      <p>
        {count === items.length
          ? 'All of it is in your cart.'
          : `${count} of ${items.length} items are in your cart.`}
      </p>
      <ul className="reordered">
        {items.map(
          ({ itemId, title, variantTitle, reason }) =>
            reason && (
              <li key={itemId}>
                <span>
                  {title}
                  {variantTitle && <span className="quiet"> {variantTitle}</span>}
                </span>
                <span className="sale">{withoutChoice[reason]}</span>
              </li>
            ),
        )}
      </ul>
      {count > 0 && (
        <a className="button" href="/cart">
          To the cart
        </a>
      )}
    </section>
  );
}

function PriceDrop({ item: { price, priceAdded }, currency }: { item: OwnItem; currency: string }) {
  if (price === null || priceAdded === null || price >= priceAdded) return null;
  return (
    <p className="quiet">
      <span className="tag tag-sale">−{money(priceAdded - price, currency)}</span>{' '}
      {money(priceAdded, currency)} when you saved it
    </p>
  );
}

function Notices({ item, action, after }: { item: OwnItem; action: string; after: string }) {
  const { notifyPriceDrop, notifyBackInStock } = item;
  const on = [notifyPriceDrop && 'price drops', notifyBackInStock && 'back in stock'].filter(Boolean);
  return (
    <details className="saved-mails">
      <summary>
        {on.length > 0 ? `Mails: ${on.join(', ')}` : 'Mail me about it'}
        <Unseen item={item} />
      </summary>
      <form method="post" action={action}>
        <input type="hidden" name="after" value={after} />
        <label className="check">
          <input type="checkbox" name="priceDrop" value="1" defaultChecked={notifyPriceDrop} /> When the price
          drops
        </label>
        <label className="check">
          <input type="checkbox" name="backInStock" value="1" defaultChecked={notifyBackInStock} /> When it is
          back in stock
        </label>
        <button className="button button-quiet">
          Save
          <span className="unseen"> the mails about {nameOf(item)}</span>
        </button>
      </form>
    </details>
  );
}
