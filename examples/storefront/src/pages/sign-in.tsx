import { Field, ProblemNotice } from '../views/kit.js';
import { type Action, ownPath, type Page, type PageResult } from '../server/page.js';
import { Elsewhere, type Visit } from '../server/visit.js';

/** A page of one form. */
export function formPage(
  title: string,
  lead: string | null,
  visit: Visit,
  form: React.ReactNode,
): PageResult {
  return {
    head: { title, hidden: true },
    body: () => (
      <div className="reading narrow">
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        <ProblemNotice problem={visit.problem} />
        {form}
      </div>
    ),
  };
}

/** What a form has led to, with a way on. */
export const saidPage = (title: string, text: string, to = '/', label = 'To the front page'): PageResult => ({
  head: { title, hidden: true },
  body: () => (
    <div className="message">
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <p>
        <a className="button" href={to}>
          {label}
        </a>
      </p>
    </div>
  ),
});

const Email = ({ visit, label = 'E-mail address' }: { visit: Visit; label?: string }) => (
  <Field
    name="email"
    label={label}
    type="email"
    required
    autoComplete="email"
    value={visit.form.get('email')}
    error={visit.problem?.fields['email']}
  />
);

const targetOf = (visit: Visit) =>
  ownPath(visit.form.get('to') ?? visit.url.searchParams.get('to'), '/account');

export const signInPage: Page = ({ visit }) => {
  if (visit.signedIn && visit.request.method === 'GET') throw new Elsewhere(targetOf(visit));
  const to = targetOf(visit);
  return Promise.resolve(
    formPage(
      'Sign in',
      null,
      visit,
      <>
        <form method="post" action="/sign-in" className="fields">
          <input type="hidden" name="to" value={to} />
          <Email visit={visit} />
          <Field name="password" label="Password" type="password" required autoComplete="current-password" />
          <button className="button button-large">Sign in</button>
        </form>
        <form method="post" action="/sign-in/link" className="fields">
          <p className="quiet or">or without a password</p>
          <Field
            name="linkEmail"
            label="E-mail address for a link"
            type="email"
            required
            autoComplete="email"
          />
          <button className="button button-quiet">Send me a link that signs in</button>
        </form>
        <p>
          <a href="/forgot-password">Forgot your password?</a> ·{' '}
          <a href={`/sign-up?to=${encodeURIComponent(to)}`}>Open an account</a>
        </p>
      </>,
    ),
  );
};

/** Goes on with the cart in hand: the API has given it to the account while the guest's session signed in. */
export async function adopt(visit: Visit, token: string): Promise<void> {
  visit.signIn(token, false);
  await visit.cart();
}

export const signIn: Action = {
  page: signInPage,
  run: async ({ visit }, form) => {
    const body = { email: form.get('email') ?? '', password: form.get('password') ?? '' };
    const { token, secondFactorPending } = await visit.api.data('postAuthSignInEmail', { body });
    if (secondFactorPending) {
      visit.signIn(token, false);
      return `/sign-in/code?to=${encodeURIComponent(targetOf(visit))}`;
    }
    await adopt(visit, token);
    return targetOf(visit);
  },
};

export const secondFactorPage: Page = ({ visit }) =>
  Promise.resolve(
    formPage(
      'Your code',
      'Your account asks for the code of your app, or for a recovery code.',
      visit,
      <form method="post" action="/sign-in/code" className="fields">
        <input type="hidden" name="to" value={targetOf(visit)} />
        <Field
          name="code"
          label="Code"
          required
          autoComplete="one-time-code"
          maxLength={20}
          error={visit.problem?.fields['code']}
        />
        <button className="button button-large">Go on</button>
      </form>,
    ),
  );

export const secondFactor: Action = {
  page: secondFactorPage,
  run: async ({ visit }, form) => {
    await visit.api.data('postMeSecondFactorVerify', { body: { code: (form.get('code') ?? '').trim() } });
    await visit.cart();
    return targetOf(visit);
  },
};

export const sendLink: Action = {
  page: signInPage,
  run: async ({ visit }, form) => {
    await visit.api.data('postAuthSignInMagicLink', { body: { email: form.get('linkEmail') ?? '' } });
    return saidPage('Look into your mail', 'If this address can sign in, a link is on its way to it.');
  },
};

export const signOut: Action = {
  page: signInPage,
  run: async ({ visit }) => {
    if (visit.visitor.token) await visit.api.data('postAuthSignOut', { body: {} }).catch(() => undefined);
    visit.signOut();
    return '/';
  },
};

export const signUpPage: Page = ({ visit }) =>
  Promise.resolve(
    formPage(
      'Open an account',
      'For your orders, invoices and returns in one place.',
      visit,
      <form method="post" action="/sign-up" className="fields">
        <Field
          name="name"
          label="Name"
          required
          autoComplete="name"
          value={visit.form.get('name')}
          maxLength={100}
        />
        <Email visit={visit} />
        <Field
          name="password"
          label="Password"
          type="password"
          required
          autoComplete="new-password"
          hint="At least eight characters"
        />
        <button className="button button-large">Open the account</button>
      </form>,
    ),
  );

export const signUp: Action = {
  page: signUpPage,
  run: async ({ visit }, form) => {
    const body = {
      name: form.get('name') ?? '',
      email: form.get('email') ?? '',
      password: form.get('password') ?? '',
    };
    await visit.api.data('postAuthSignUpEmail', { body });
    return saidPage(
      'Look into your mail',
      'We have sent you a link. It confirms your address; then you can sign in.',
      '/sign-in',
      'Sign in',
    );
  },
};

export const forgotPage: Page = ({ visit }) =>
  Promise.resolve(
    formPage(
      'A new password',
      'We send you a link with which you set it.',
      visit,
      <form method="post" action="/forgot-password" className="fields">
        <Email visit={visit} />
        <button className="button button-large">Send the link</button>
      </form>,
    ),
  );

export const forgot: Action = {
  page: forgotPage,
  run: async ({ visit }, form) => {
    await visit.api.data('postAuthRequestPasswordReset', { body: { email: form.get('email') ?? '' } });
    return saidPage(
      'Look into your mail',
      'If there is an account with this address, a link is on its way to it.',
    );
  },
};

export const resetPage: Page = ({ visit }) =>
  Promise.resolve(
    formPage(
      'Set your password',
      null,
      visit,
      <form method="post" action="/auth/reset-password" className="fields">
        <input
          type="hidden"
          name="token"
          value={visit.form.get('token') ?? visit.url.searchParams.get('token') ?? ''}
        />
        <Field
          name="newPassword"
          label="New password"
          type="password"
          required
          autoComplete="new-password"
          hint="At least eight characters"
          error={visit.problem?.fields['newPassword']}
        />
        <button className="button button-large">Set the password</button>
      </form>,
    ),
  );

export const reset: Action = {
  page: resetPage,
  run: async ({ visit }, form) => {
    await visit.api.data('postAuthResetPassword', {
      body: { token: form.get('token') ?? '', newPassword: form.get('newPassword') ?? '' },
    });
    return saidPage('Your password is set', 'Sign in with it.', '/sign-in', 'Sign in');
  },
};
