import type { DataOf } from 'haat-client';
import type { Problem } from '../server/visit.js';
import { Act, day, Field, Notice } from './kit.js';

export type Wishlist = DataOf<'getStoreWishlists'>[number];

interface WishlistSettingsProps {
  list: Wishlist;
  path: string;
  /** The share link that was created just now; it is shown this once. */
  link: string | undefined;
  timeZone: string;
  typed: URLSearchParams;
  problem: Problem | null;
}

/** Sharing, renaming and deleting a list. */
export function WishlistSettings({ list, path, link, timeZone, typed, problem }: WishlistSettingsProps) {
  return (
    <>
      <details className="fold" open={link !== undefined}>
        <summary>Share this list</summary>
        <Share list={list} path={path} link={link} timeZone={timeZone} />
      </details>
      <details className="fold" open={problem !== null && typed.has('name')}>
        <summary>Rename this list</summary>
        <form method="post" action={`${path}/name`} className="fields">
          <Field
            name="name"
            label="Name"
            required
            value={typed.get('name') ?? list.name}
            maxLength={100}
            error={typed.has('name') ? problem?.fields['name'] : undefined}
          />
          <button className="button button-quiet">Rename it</button>
        </form>
      </details>
      <details className="fold">
        <summary>Delete this list</summary>
        <form method="post" action={`${path}/delete`} className="fields">
          <p>
            {list.itemCount === 0
              ? 'It is empty.'
              : `What it holds is deleted with it: ${list.itemCount === 1 ? 'one item' : `${list.itemCount} items`}.`}
          </p>
          <button className="button button-quiet">Delete “{list.name}”</button>
        </form>
      </details>
    </>
  );
}

function Share({
  list,
  path,
  link,
  timeZone,
}: Pick<WishlistSettingsProps, 'list' | 'path' | 'link' | 'timeZone'>) {
  return (
    <div className="fields">
      {link !== undefined && (
        <Notice tone="good">
          Copy this link now: it is shown this once.
          <input readOnly value={link} aria-label="Link to the list" />
        </Notice>
      )}
      <p>
        {list.sharedAt === null
          ? 'Anyone with its link sees the list and can buy what is in it. The link does not show your name.'
          : `It has a link since ${day(list.sharedAt, timeZone, true)}. A new link ends the one before.`}
      </p>
      <div className="saved-share">
        <Act action={`${path}/share`}>{list.sharedAt === null ? 'Create a link' : 'Create a new link'}</Act>
        {list.sharedAt !== null && (
          <Act action={`${path}/revoke`} quiet>
            Revoke the link
          </Act>
        )}
      </div>
    </div>
  );
}

/** A form for another list. */
export function NewWishlist({ typed, problem }: { typed: URLSearchParams; problem: Problem | null }) {
  const name = typed.get('newName');
  return (
    <details className="fold" open={problem !== null && name !== null}>
      <summary>New list</summary>
      <form method="post" action="/account/wishlists" className="fields">
        <Field
          name="newName"
          label="Name"
          required
          value={name}
          hint="As in Diwali gifts"
          maxLength={100}
          error={name === null ? undefined : problem?.fields['name']}
        />
        <button className="button button-quiet">Create the list</button>
      </form>
    </details>
  );
}
