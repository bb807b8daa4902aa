import { day, Field, money, Notice, ProblemNotice } from '../views/kit.js';
import type { Action, Page } from '../server/page.js';
import { Elsewhere } from '../server/visit.js';
import { TopicsForm } from './email-topics.js';
import { StoreCredit } from '../views/store-credit.js';
import { saidPage } from './sign-in.js';
import { FollowedVendors } from './vendors.js';

const PER_PAGE = 10;

export const accountPage: Page = async ({ visit, store }) => {
  if (!visit.signedIn) throw new Elsewhere('/sign-in?to=/account');
  const page = Math.max(1, Number.parseInt(visit.url.searchParams.get('page') ?? '1', 10) || 1);
  const [me, orders, followed, mails, own, credit, movements] = await Promise.all([
    visit.api.data('getMe'),
    visit.api.call('getStoreOrders', { query: { page, limit: PER_PAGE, sort: 'placedAt:desc' } }),
    visit.api.data('getStoreFollowedVendors', { query: { limit: 50 } }),
    visit.api.data('getStoreEmailPreferences'),
    visit.api.data('getStoreMemberProducts', { query: { limit: 50 } }),
    visit.api.data('getStoreStoreCredit'),
    visit.api.data('getStoreStoreCreditMovements', { query: { limit: 5 } }),
  ]);
  const words: Record<string, string> = {
    pending_payment: 'to be paid',
    partially_fulfilled: 'partly sent',
    fulfilled: 'sent',
  };
  const { timeZone } = store.profile;
  return {
    head: { title: 'Account', hidden: true },
    body: () => (
      <>
        <header className="page-head">
          <h1>{me.user.name ? `Hello, ${me.user.name}` : 'Your account'}</h1>
          <p className="quiet">{me.user.email}</p>
        </header>
        <ProblemNotice problem={visit.problem} />
        {visit.url.searchParams.has('saved') && <Notice tone="good">Saved.</Notice>}
        <div className="account">
          <section>
            <h2>Orders</h2>
            {orders.data.length === 0 && <p className="quiet">You have not ordered anything yet.</p>}
            <ul className="orders">
              {orders.data.map((order) => (
                <li key={order.id}>
                  <a href={`/orders/${order.id}`}>{order.orderNumber}</a>
                  <span className="quiet">{day(order.placedAt, timeZone)}</span>
                  <span className="tag">{words[order.status] ?? order.status}</span>
                  <span>{money(order.grandTotal, order.currency)}</span>
                </li>
              ))}
            </ul>
            <nav className="pages" aria-label="Pages of orders">
              {page > 1 ? <a href={`/account?page=${page - 1}`}>Newer</a> : <span />}
              {orders.metadata.hasMore ? <a href={`/account?page=${page + 1}`}>Older</a> : <span />}
            </nav>
            {own.length > 0 && (
              <>
                <h2>Only for you</h2>
                <ul className="orders">
                  {own.map(({ id, slug, title, vendor, priceStart }) => (
                    <li key={id}>
                      <a href={`/products/${slug}`}>{title}</a>
                      <span className="quiet">{vendor.displayName}</span>
                      {priceStart !== null && <span>{money(priceStart, store.profile.currency)}</span>}
                    </li>
                  ))}
                </ul>
              </>
            )}
            {(credit.enabled || movements.length > 0) && (
              <StoreCredit credit={credit} movements={movements} timeZone={timeZone} />
            )}
            <FollowedVendors vendors={followed} />
          </section>
          <section className="settings">
            <h2>Settings</h2>
            <p className="fold">
              <a href="/account/addresses">Addresses</a>
            </p>
            <p className="fold">
              <a href="/account/wishlists">Wishlists</a>
            </p>
            <p className="fold">
              <a href="/account/data">Your data, and deleting the account</a>
            </p>
            <details className="fold">
              <summary>Name</summary>
              <form method="post" action="/account/name" className="fields">
                <Field
                  name="name"
                  label="Name"
                  required
                  value={me.user.name}
                  autoComplete="name"
                  maxLength={100}
                />
                <button className="button button-quiet">Save</button>
              </form>
            </details>
            <details className="fold">
              <summary>Language of e-mails</summary>
              <form method="post" action="/account/language" className="fields">
                <select name="locale" aria-label="Language of e-mails" defaultValue={me.user.locale ?? ''}>
                  {me.locales.map(({ locale, name }) => (
                    <option key={locale} value={locale}>
                      {name}
                    </option>
                  ))}
                </select>
                <button className="button button-quiet">Save</button>
              </form>
            </details>
            {mails.topics.length > 0 && (
              <details className="fold">
                <summary>E-mails about offers and news</summary>
                <TopicsForm action="/account/topics" topics={mails.topics} />
              </details>
            )}
            <details className="fold">
              <summary>E-mail address</summary>
              <form method="post" action="/account/email" className="fields">
                <Field
                  name="newEmail"
                  label="New address"
                  type="email"
                  required
                  autoComplete="email"
                  hint="We write to both addresses first"
                />
                <button className="button button-quiet">Change it</button>
              </form>
            </details>
            <details className="fold">
              <summary>Password</summary>
              <form method="post" action="/account/password" className="fields">
                <Field
                  name="currentPassword"
                  label="Current password"
                  type="password"
                  required
                  autoComplete="current-password"
                />
                <Field
                  name="newPassword"
                  label="New password"
                  type="password"
                  required
                  autoComplete="new-password"
                />
                <button className="button button-quiet">Change it</button>
              </form>
            </details>
            <form method="post" action="/sign-out">
              <button className="link">Sign out</button>
            </form>
          </section>
        </div>
      </>
    ),
  };
};

export const setName: Action = {
  page: accountPage,
  run: async ({ visit }, form) => {
    await visit.api.data('postAuthUpdateUser', { body: { name: form.get('name') ?? '' } });
    return '/account?saved=1';
  },
};

export const setLanguage: Action = {
  page: accountPage,
  run: async ({ visit }, form) => {
    await visit.api.data('patchMe', { body: { locale: form.get('locale') || null } });
    return '/account?saved=1';
  },
};

export const setTopics: Action = {
  page: accountPage,
  run: async ({ visit }, sent) => {
    await visit.api.data('putStoreEmailPreferences', { body: { topicIds: sent.getAll('topic') } });
    return '/account?saved=1';
  },
};

export const setEmail: Action = {
  page: accountPage,
  run: async ({ visit }, form) => {
    await visit.api.data('postAuthChangeEmail', { body: { newEmail: form.get('newEmail') ?? '' } });
    return saidPage(
      'Look into your mail',
      'A link is on its way to your present address.',
      '/account',
      'To your account',
    );
  },
};

export const setPassword: Action = {
  page: accountPage,
  run: async ({ visit }, form) => {
    const body = {
      currentPassword: form.get('currentPassword') ?? '',
      newPassword: form.get('newPassword') ?? '',
      revokeOtherSessions: true,
    };
    const { token } = await visit.api.data('postAuthChangePassword', { body });
    if (token) visit.signIn(token, false);
    return '/account?saved=1';
  },
};
