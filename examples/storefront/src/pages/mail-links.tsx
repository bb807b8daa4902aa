import { ApiError } from 'haat-client';
import { Act, Notice } from '../views/kit.js';
import type { Action, Page, PageResult } from '../server/page.js';
import type { Visit } from '../server/visit.js';
import { type EmailPreferences, TopicsForm } from './email-topics.js';
import { adopt, formPage, saidPage } from './sign-in.js';

/**
 * A link of a mail that does something: a page with a button, for programs that look into mails open links as well, and a
 * link counts once.
 */
function linkPair(
  words: { title: string; lead: string; button: string; path: string; parameter?: string },
  run: (visit: Visit, token: string, form: URLSearchParams) => Promise<string | PageResult>,
  /** Says before the button whether the link is valid. */
  check?: (visit: Visit, token: string) => Promise<unknown>,
): { page: Page; action: Action } {
  const page: Page = async ({ visit }) => {
    const token = visit.form.get('token') ?? visit.url.searchParams.get(words.parameter ?? 'token') ?? '';
    if (check && visit.request.method === 'GET' && !(await isValid(check(visit, token)))) return invalid();
    const form = (
      <form method="post" action={words.path} className="fields">
        <input type="hidden" name="token" value={token} />
        <button className="button button-large">{words.button}</button>
      </form>
    );
    return formPage(words.title, words.lead, visit, form);
  };
  return { page, action: { page, run: ({ visit }, form) => run(visit, form.get('token') ?? '', form) } };
}

async function isValid(check: Promise<unknown>): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return false;
    throw error;
  }
}

const invalid = (): PageResult => ({
  ...saidPage(
    'This link is not valid',
    'It may have been cut when it was copied. Open the link in the mail again.',
  ),
  status: 404,
});

export const verification = linkPair(
  {
    title: 'Confirm your address',
    lead: 'One press, and your account is ready.',
    button: 'Confirm',
    path: '/auth/verification',
    parameter: 'code',
  },
  async (visit, token) => {
    await visit.api.data('getAuthVerifyEmail', { query: { token } });
    return saidPage('Your address is confirmed', 'Welcome. You can sign in now.', '/sign-in', 'Sign in');
  },
);

export const magicLink = linkPair(
  {
    title: 'Sign in',
    lead: 'You have asked for a link that signs in.',
    button: 'Sign in',
    path: '/auth/magic-link',
  },
  async (visit, token) => {
    const signedIn = await visit.api.data('getAuthMagicLinkVerify', { query: { token } });
    if (signedIn.secondFactorPending) {
      visit.signIn(signedIn.token, false);
      return '/sign-in/code';
    }
    await adopt(visit, signedIn.token);
    return '/account';
  },
);

export const changeEmail = linkPair(
  {
    title: 'Change your address',
    lead: 'You have asked to use another e-mail address.',
    button: 'Go on',
    path: '/auth/change-email',
  },
  async (visit, token) => {
    await visit.api.data('getAuthVerifyEmail', { query: { token } });
    return saidPage(
      'Confirmed',
      'If this was the former address, a second link is on its way to the new one.',
      '/account',
      'To your account',
    );
  },
);

export const deletion = linkPair(
  {
    title: 'Delete your account',
    lead: 'Your orders and invoices are kept as the law asks; everything else goes. This cannot be undone.',
    button: 'Delete my account',
    path: '/account-deleted',
  },
  async (visit, token) => {
    await visit.api.data('getAuthDeleteUserCallback', { query: { token } });
    visit.signOut();
    return saidPage('Your account is deleted', 'Thank you for having been here.');
  },
);

const form = (body: Record<string, string>) => ({
  body: body as never,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

/** Ends campaign mails by their link, and takes it back. @throws ApiError 404 for a link that is not valid */
const allOrNothing = linkPair(
  {
    title: 'Unsubscribe from news?',
    lead: 'Mails about your orders and your account are sent all the same.',
    button: 'Unsubscribe',
    path: '/unsubscribe',
  },
  async (visit, token, sent) => {
    const undo = sent.get('undo') === '1';
    const asked: Record<string, string> = undo ? { undo: '1' } : { all: '1' };
    await visit.api.file('postStoreUnsubscribeByToken', { path: { token }, ...form(asked) });
    if (undo) return saidPage('You are subscribed again', 'You will get our news as before.');
    const done = saidPage(
      'You are unsubscribed',
      'You get no more news from us. Mails about your orders and your account are sent all the same.',
    );
    return {
      ...done,
      body: (live) => (
        <>
          {done.body(live)}
          <Act action="/unsubscribe" token={token} undo="1" quiet>
            Undo
          </Act>
        </>
      ),
    };
  },
  (visit, token) => visit.api.file('getStoreUnsubscribeByToken', { path: { token } }),
);

/** The topics of campaigns by the link of one: where the store has none, all or nothing. */
const preferences: Page = async (shop) => {
  const { visit } = shop;
  const token = visit.form.get('token') ?? visit.url.searchParams.get('token') ?? '';
  const said = await topicsOf(visit, token);
  if (said === null) return invalid();
  if (said.topics.length === 0) return allOrNothing.page(shop);
  const isAny = said.topics.some(({ subscribed }) => subscribed);
  return formPage(
    'Your e-mail preferences',
    said.email,
    visit,
    <>
      {visit.url.searchParams.has('saved') && <Notice tone="good">Your choice is saved.</Notice>}
      <TopicsForm action="/unsubscribe" topics={said.topics} token={token} />
      {isAny && (
        <Act action="/unsubscribe" token={token} all="1" quiet>
          Unsubscribe from all marketing mails
        </Act>
      )}
    </>,
  );
};

async function topicsOf(visit: Visit, token: string): Promise<EmailPreferences | null> {
  try {
    return await visit.api.data('getStoreUnsubscribeByTokenTopics', { path: { token } });
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

export const unsubscribe: { page: Page; action: Action } = {
  page: preferences,
  action: {
    page: preferences,
    run: async (shop, sent) => {
      if (sent.get('preferences') !== '1') return allOrNothing.action.run(shop, sent);
      const token = sent.get('token') ?? '';
      const topic = sent.getAll('topic').join(',');
      const asked = form({ preferences: '1', ...(topic && { topic }) });
      await shop.visit.api.file('postStoreUnsubscribeByToken', { path: { token }, ...asked });
      return `/unsubscribe?token=${encodeURIComponent(token)}&saved=1`;
    },
  },
};

const noCart = (): PageResult => ({
  ...saidPage(
    'This link is not valid',
    'It has expired, or was cut when it was copied. Links of reminders are valid for 30 days.',
    '/cart',
    'To your cart',
  ),
  status: 404,
});

const cartLink = linkPair(
  {
    title: 'Your cart is still here',
    lead: 'Open it on this device. What you have put into a cart here stays in it.',
    button: 'Open the cart',
    path: '/cart/restore',
  },
  async (visit, token) => {
    try {
      await visit.restoreCart(token);
      return '/cart';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A cut token may be none at all.
      if ([400, 404].includes(error.status)) return noCart();
      if (error.status === 409)
        return saidPage(
          'Nothing is left in this cart',
          'It has been ordered or emptied, here or on another device.',
          '/',
          'Go on shopping',
        );
      throw error;
    }
  },
);

/** The link of a reminder, on whatever device it is opened. */
export const restoreCart: typeof cartLink = {
  action: cartLink.action,
  page: async (shop) => {
    const { method } = shop.visit.request;
    const isCut = method === 'GET' && !shop.visit.url.searchParams.get('token');
    return isCut ? noCart() : cartLink.page(shop);
  },
};

/** The link at the foot of a back-in-stock mail. */
export const backInStock = linkPair(
  {
    title: 'End your back-in-stock requests?',
    lead: 'We will send no mail when the products that you wait for are in stock.',
    button: 'End all requests',
    path: '/back-in-stock',
  },
  async (visit, token) => {
    await visit.api.file('postStoreBackInStockByToken', { path: { token } });
    return saidPage(
      'Your requests are ended',
      'You can ask for a mail again on the page of a product that is sold out.',
    );
  },
  (visit, token) => visit.api.file('getStoreBackInStockByToken', { path: { token } }),
);
