import { randomUUID } from 'node:crypto';
import { ApiError } from 'haat-client';
import type { Action, Page, PageResult, Shop } from '../server/page.js';
import { Elsewhere, type Visit } from '../server/visit.js';
import { Act, Crumbs, Notice, ProblemNotice } from '../views/kit.js';
import type { ProductWishlist } from '../views/save-to-wishlist.js';
import { type ItemInCart, ListInCart, OwnItems } from '../views/wishlist.js';
import { NewWishlist, type Wishlist, WishlistSettings } from '../views/wishlist-settings.js';
import { unknownPage } from './failures.js';
import { onceFor } from './form-key.js';

const HOME = '/account/wishlists';
const PER_PAGE = 24;

const signIn = (to: string) => new Elsewhere(`/sign-in?to=${encodeURIComponent(to)}`);
const pathTo = (wishlistId: string) => `${HOME}/${encodeURIComponent(wishlistId)}`;

/** A list of the account with its items; without its id in the address the first one. */
export const wishlistsPage: Page = (shop) => showWishlists(shop);

interface Done {
  /** A share link that was created just now. */
  link?: string;
  /** What became of the items that were put into the cart just now. */
  inCart?: ItemInCart[];
}

/** @param done what the form before has done, where the page says more of it than one line */
async function showWishlists({ visit, store }: Shop, { link, inCart }: Done = {}): Promise<PageResult> {
  const isGet = visit.request.method === 'GET';
  if (!visit.signedIn) throw signIn(isGet ? visit.url.pathname : HOME);
  const lists = await visit.api.data('getStoreWishlists');
  const { wishlistId } = visit.params;
  const asked = lists.find(({ id }) => id === wishlistId);
  if (wishlistId !== undefined && !asked && isGet) return unknownPage.result();
  const list = asked ?? lists[0];
  const after = (isGet ? visit.url.searchParams : visit.form).get('after') ?? '';
  const { currency, timeZone } = store.profile;
  const page = list && (await itemsOf(visit, list, after));
  const { problem, form } = visit;
  return {
    head: { title: list?.name ?? 'Wishlists', hidden: true },
    body: () => (
      <>
        <Crumbs trail={[{ title: 'Account', href: '/account' }, { title: 'Wishlists' }]} />
        <header className="page-head">
          <h1>{list?.name ?? 'Wishlists'}</h1>
          {!list?.itemCount && (
            <p className="lead">
              {list ? 'Nothing is saved here yet.' : 'You have saved nothing yet.'} Products have a button
              “Save to wishlist”.
            </p>
          )}
        </header>
        {lists.length > 1 && <Lists lists={lists} shownId={list?.id} />}
        <ProblemNotice problem={problem} />
        <Outcome params={visit.url.searchParams} />
        {inCart && <ListInCart items={inCart} />}
        {list && page && (
          <>
            {page.data.length > 1 && !inCart && <Act action={`${pathTo(list.id)}/cart`}>Add all to cart</Act>}
            <OwnItems
              items={page.data}
              currency={currency}
              path={pathTo(list.id)}
              after={after}
              sendsNotices={list.sendsNotices}
              others={lists.filter(({ id }) => id !== list.id)}
              formKey={randomUUID()}
            />
            <Pages path={pathTo(list.id)} after={after} next={page.metadata.nextCursor} />
            <WishlistSettings {...{ list, link, timeZone, problem }} path={pathTo(list.id)} typed={form} />
          </>
        )}
        <NewWishlist typed={form} problem={problem} />
      </>
    ),
  };
}

/** What the form before has done. */
const outcomes = {
  saved: 'Saved.',
  revoked: 'The link has ended.',
  relisted: 'It is in the other list now.',
  moved: (
    <>
      It is in your cart now. <a href="/cart">To the cart</a>
    </>
  ),
};

const Outcome = ({ params }: { params: URLSearchParams }) =>
  Object.entries(outcomes)
    .filter(([name]) => params.has(name))
    .map(([name, text]) => (
      <Notice key={name} tone="good">
        {text}
      </Notice>
    ));

function itemsOf(visit: Visit, { id: wishlistId }: Wishlist, after: string) {
  const query = { limit: PER_PAGE, ...(after && { cursor: after }) };
  return visit.api.call('getStoreWishlistsByWishlistIdItems', { path: { wishlistId }, query });
}

const Lists = ({ lists, shownId }: { lists: Wishlist[]; shownId: string | undefined }) => (
  <nav aria-label="Wishlists" className="saved-lists">
    <ul className="chips">
      {lists.map(({ id, name, itemCount }) => (
        <li key={id}>
          <a href={pathTo(id)} aria-current={id === shownId ? 'page' : undefined}>
            {name} <span className="quiet">{itemCount}</span>
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const Pages = ({ path, after, next }: { path: string; after: string; next: string | null }) =>
  (after !== '' || next !== null) && (
    <nav className="pages" aria-label="Pages of the list">
      {after ? <a href={path}>To the latest</a> : <span />}
      {next ? <a href={`${path}?after=${encodeURIComponent(next)}`}>Older</a> : <span />}
    </nav>
  );

/** The wishlists of the buyer and what they hold of a product; none for a session that has ended. */
export async function productWishlists(visit: Visit, productId: string): Promise<ProductWishlist[]> {
  if (!visit.signedIn) return [];
  try {
    return await visit.api.data('getStoreProductsByProductIdWishlists', { path: { productId } });
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) return [];
    throw error;
  }
}

const path = ({ visit: { params } }: Shop) => ({
  wishlistId: params['wishlistId'] ?? '',
  itemId: params['itemId'] ?? '',
});

/** An action of the list in the address, whose page it shows again. */
const listAction = (
  run: (shop: Shop, form: URLSearchParams) => Promise<unknown>,
  outcome?: keyof typeof outcomes,
): Action => ({
  page: wishlistsPage,
  run: async (shop, form) => {
    if (!shop.visit.signedIn) throw signIn(HOME);
    await run(shop, form);
    const after = form.get('after');
    const query = new URLSearchParams({ ...(after && { after }), ...(outcome && { [outcome]: '1' }) });
    return `${pathTo(path(shop).wishlistId)}${query.size > 0 ? `?${query}` : ''}`;
  },
});

export const createWishlist: Action = {
  page: wishlistsPage,
  run: async ({ visit }, form) => {
    const body = { name: form.get('newName') ?? '' };
    return pathTo((await visit.api.data('postStoreWishlists', { body })).id);
  },
};

export const renameWishlist = listAction((shop, form) => {
  const { wishlistId } = path(shop);
  const body = { name: form.get('name') ?? '' };
  return shop.visit.api.data('patchStoreWishlistsByWishlistId', { path: { wishlistId }, body });
}, 'saved');

export const deleteWishlist: Action = {
  page: wishlistsPage,
  run: async (shop) => {
    const { wishlistId } = path(shop);
    await shop.visit.api.data('deleteStoreWishlistsByWishlistId', { path: { wishlistId } });
    return HOME;
  },
};

/** Shows the list with its link, instead of leading there: no address and no cookie holds the link. */
export const shareWishlist: Action = {
  page: wishlistsPage,
  run: async (shop) => {
    const { wishlistId } = path(shop);
    const { token } = await shop.visit.api.data('postStoreWishlistsByWishlistIdShare', {
      path: { wishlistId },
    });
    const link = `${shop.visit.settings.url}/shared-wishlist?token=${encodeURIComponent(token)}`;
    return showWishlists(shop, { link });
  },
};

export const revokeLink = listAction((shop) => {
  const { wishlistId } = path(shop);
  return shop.visit.api.data('deleteStoreWishlistsByWishlistIdShare', { path: { wishlistId } });
}, 'revoked');

export const setNotices = listAction((shop, form) => {
  const body = { notifyPriceDrop: form.has('priceDrop'), notifyBackInStock: form.has('backInStock') };
  return shop.visit.api.data('patchStoreWishlistsByWishlistIdItemsByItemId', { path: path(shop), body });
}, 'saved');

export const removeSaved = listAction((shop) =>
  shop.visit.api.data('deleteStoreWishlistsByWishlistIdItemsByItemId', { path: path(shop) }),
);

export const moveToList = listAction((shop, form) => {
  const body = { wishlistId: form.get('wishlistId') ?? '' };
  const to = 'postStoreWishlistsByWishlistIdItemsByItemIdMove';
  return shop.visit.api.data(to, { path: path(shop), body, ...onceFor(form, body) });
}, 'relisted');

/** The items go into the cart in hand; the page of the list then says what became of each. A repeat adds nothing. */
export const addAllToCart: Action = {
  page: wishlistsPage,
  run: async (shop) => {
    const { visit } = shop;
    if (!visit.signedIn) throw signIn(HOME);
    const { wishlistId } = path(shop);
    const inHand = await visit.cart();
    const body = inHand ? { cartId: inHand.id } : {};
    const to = 'postStoreWishlistsByWishlistIdAddToCart';
    const { cart, items } = await visit.api.data(to, { path: { wishlistId }, body });
    visit.keepCart(cart);
    return showWishlists(shop, { inCart: items });
  },
};

export const moveToCart = listAction(async (shop) => {
  const body = { cartId: await shop.visit.openCart(), quantity: 1 };
  const to = 'postStoreWishlistsByWishlistIdItemsByItemIdMoveToCart';
  shop.visit.keepCart(await shop.visit.api.data(to, { path: path(shop), body }));
}, 'moved');
