import type { ReactNode } from 'react';
import type { Category, Store } from '../server/store.js';
import type { Visitor } from '../server/cookies.js';
import { Icon, media } from './kit.js';

/** Header and footer of every page. */
export function Frame({
  store,
  visitor,
  query,
  children,
}: {
  store: Store;
  visitor: Visitor;
  query: string;
  children: ReactNode;
}) {
  const { profile, categories } = store;
  const signedIn = visitor.token !== null && !visitor.guest;
  return (
    <>
      <a className="skip" href="#content">
        Go to the content
      </a>
      <header className="top">
        <div className="top-row">
          <a className="brand" href="/">
            {profile.logoUrl ? (
              <img src={media(profile.logoUrl)} alt={profile.name} height={32} width={120} />
            ) : (
              profile.name
            )}
          </a>
          <SearchForm query={query} />
          <nav className="top-links" aria-label="You">
            <a href={signedIn ? '/account' : '/sign-in'}>
              <Icon name="person" />
              <span>{signedIn ? 'Account' : 'Sign in'}</span>
            </a>
            <a href="/cart">
              <Icon name="bag" />
              <span>Cart</span>
              <span className="count" data-cart-count hidden={visitor.cartCount === 0}>
                {visitor.cartCount}
              </span>
            </a>
          </nav>
        </div>
        <nav className="shelves" aria-label="Categories">
          <ul>
            {categories.map((category) => (
              <li key={category.slug}>
                <a href={`/categories/${category.slug}`}>{category.title}</a>
                {category.children.length > 0 && <Below categories={category.children} />}
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="content">{children}</main>
      <Footer store={store} />
    </>
  );
}

const Below = ({ categories }: { categories: Category[] }) => (
  <ul className="shelves-below">
    {categories.map(({ title, slug }) => (
      <li key={slug}>
        <a href={`/categories/${slug}`}>{title}</a>
      </li>
    ))}
  </ul>
);

const SearchForm = ({ query }: { query: string }) => (
  <form className="search" role="search" action="/search" data-search>
    <label className="unseen" htmlFor="q">
      Search products
    </label>
    <Icon name="search" />
    <input
      id="q"
      name="q"
      type="search"
      defaultValue={query}
      placeholder="Search"
      maxLength={120}
      autoComplete="off"
    />
    <button className="unseen">Search</button>
  </form>
);

const Footer = ({ store: { profile, links, pages } }: { store: Store }) => (
  <footer className="foot">
    <div className="foot-row">
      <p className="foot-brand">{profile.name}</p>
      <nav aria-label="About the shop">
        <ul>
          {links.map(({ text, url }) => (
            <li key={url}>
              <a href={url}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label="Pages">
        <ul>
          {pages
            .filter(
              ({ parentId, slug }) => parentId === null && !links.some(({ url }) => url === `/pages/${slug}`),
            )
            .map(({ title, slug }) => (
              <li key={slug}>
                <a href={`/pages/${slug}`}>{title}</a>
              </li>
            ))}
          <li>
            <a href="/vendors">Our sellers</a>
          </li>
          <li>
            <a href="/orders/lookup">Find an order</a>
          </li>
        </ul>
      </nav>
    </div>
  </footer>
);
