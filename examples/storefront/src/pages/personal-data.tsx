import type { Action, Page } from '../server/page.js';
import { Elsewhere } from '../server/visit.js';
import { Act, Crumbs, day, Notice, ProblemNotice } from '../views/kit.js';

const HOME = '/account/data';

const words: Record<string, string> = {
  pending: 'is being prepared',
  processing: 'is being prepared',
  failed: 'could not be written',
  expired: 'is no longer kept',
};

/** What the shop keeps about the account: as a file, and its deletion. */
export const personalDataPage: Page = async ({ visit, store }) => {
  if (!visit.signedIn) throw new Elsewhere(`/sign-in?to=${HOME}`);
  const [files, erasure] = await Promise.all([
    visit.api.data('getMePersonalDataExports', { query: { limit: 10 } }),
    visit.api.data('getMePersonalDataErasure'),
  ]);
  const { timeZone } = store.profile;
  const isOpen = files.some(({ status }) => status === 'pending' || status === 'processing');
  return {
    head: { title: 'Your data', hidden: true },
    body: () => (
      <>
        <Crumbs trail={[{ title: 'Account', href: '/account' }, { title: 'Your data' }]} />
        <header className="page-head">
          <h1>Your data</h1>
        </header>
        <ProblemNotice problem={visit.problem} />
        {visit.url.searchParams.has('requested') && (
          <Notice tone="good">We write to you when the file is ready.</Notice>
        )}
        <section className="data">
          <h2>Get a file</h2>
          <p>
            Everything that we keep about you: a ZIP with your invoices, a file for each kind of data, and one
            that says what is in them; or a single JSON file for other programs. It is kept for seven days.
          </p>
          {files.length > 0 && (
            <ul className="orders">
              {files.map(({ id, status, format, createdAt }) => (
                <li key={id}>
                  <span>
                    {day(createdAt, timeZone, true)} <span className="quiet">{format.toUpperCase()}</span>
                  </span>
                  {status === 'ready' ? (
                    <a href={`${HOME}/${id}/download`} download>
                      Download
                    </a>
                  ) : (
                    <span className="quiet">{words[status]}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {!isOpen && (
            <div className="saved-share">
              <Act action={`${HOME}/file`} format="zip">
                Request the file
              </Act>
              <Act action={`${HOME}/file`} format="json" quiet>
                Request it as JSON
              </Act>
            </div>
          )}
        </section>
        <section className="data">
          <h2>Delete your account</h2>
          {erasure ? (
            <>
              <Notice>
                {erasure.status === 'scheduled'
                  ? `Your account will be deleted on ${day(erasure.dueAt, timeZone, true)}.`
                  : 'Your account is being deleted.'}
              </Notice>
              {erasure.status === 'scheduled' && <Act action={`${HOME}/cancel`}>Cancel the deletion</Act>}
            </>
          ) : (
            <form method="post" action={`${HOME}/delete`} className="fields">
              <p>
                Your account and what we keep about you are deleted after a few days, in which you can change
                your mind. Invoices stay for as long as the law asks for. You must have signed in within the
                last ten minutes: <a href={`/sign-in?to=${HOME}`}>sign in again</a> if it was earlier.
              </p>
              <label className="check">
                <input type="checkbox" name="forfeit" value="yes" /> Give up store credit that is left
              </label>
              <button className="button button-quiet">Delete my account</button>
            </form>
          )}
        </section>
      </>
    ),
  };
};

export const requestFile: Action = {
  page: personalDataPage,
  run: async ({ visit }, form) => {
    const format = form.get('format') === 'json' ? 'json' : 'zip';
    await visit.api.data('postMePersonalDataExports', { body: { format } });
    return `${HOME}?requested=1`;
  },
};

export const requestErasure: Action = {
  page: personalDataPage,
  run: async ({ visit }, form) => {
    await visit.api.data('postMePersonalDataErasure', {
      body: { forfeitStoreCredit: form.get('forfeit') === 'yes' },
    });
    return HOME;
  },
};

export const cancelErasure: Action = {
  page: personalDataPage,
  run: async ({ visit }) => {
    await visit.api.data('deleteMePersonalDataErasure');
    return HOME;
  },
};
