import { ApiError, type DataOf } from 'haat-client';
import type { Page, PageResult } from '../server/page.js';
import type { Visit } from '../server/visit.js';
import { SharedItems } from '../views/wishlist.js';
import { saidPage } from './sign-in.js';

type SharedWishlist = DataOf<'getStoreSharedWishlistsByToken'>;

const ended = (): PageResult => ({
  ...saidPage('This list is not shared', 'Its link has ended, or it was cut when it was copied.'),
  status: 404,
});

async function listOf(visit: Visit): Promise<SharedWishlist | null> {
  const token = visit.url.searchParams.get('token') ?? '';
  if (token === '') return null;
  try {
    return await visit.api.data('getStoreSharedWishlistsByToken', { path: { token } });
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

/** A wishlist by its share link. The token is in the query, as in the links of mails: logs of the shop hold paths alone. */
export const sharedWishlistPage: Page = async ({ visit, store }) => {
  const list = await listOf(visit);
  if (!list) return ended();
  return {
    head: { title: list.name, hidden: true },
    body: () => (
      <>
        <header className="page-head">
          <h1>{list.name}</h1>
          <p className="lead">
            {list.items.length === 0
              ? 'There is nothing in this list at the moment.'
              : 'Somebody has shared this wishlist with you.'}
          </p>
        </header>
        <SharedItems items={list.items} currency={store.profile.currency} />
      </>
    ),
  };
};
