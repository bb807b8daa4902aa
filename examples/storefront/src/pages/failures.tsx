import type { Page, PageResult } from '../server/page.js';
import type { Visit } from '../server/visit.js';

const message = (title: string, text: string, more: React.ReactNode): PageResult => ({
  head: { title, hidden: true },
  body: () => (
    <div className="message">
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {more}
    </div>
  ),
});

/** For an address that leads nowhere. */
export const unknownPage: Page & { result: () => PageResult } = Object.assign(
  () => Promise.resolve(unknown()),
  { result: unknown },
);

function unknown(): PageResult {
  return {
    ...message(
      'There is no such page',
      'It may have been moved, or sold out for good. A search may find it.',
      <form className="search search-large" role="search" action="/search">
        <label className="unseen" htmlFor="lost">
          Search products
        </label>
        <input id="lost" name="q" type="search" placeholder="What are you looking for?" maxLength={120} />
        <button className="button">Search</button>
      </form>,
    ),
    status: 404,
  };
}

/** While the API is away. What was sent is not lost: it can be sent again. */
export function awayPage(visit: Visit, reason?: string): PageResult {
  const again = visit.request.method === 'GET' ? `${visit.url.pathname}${visit.url.search}` : '/cart';
  const [title, text] =
    reason === 'search.filling'
      ? ['The catalogue is being prepared', 'The shelves are being filled.']
      : ['The shop is taking a breath', 'We cannot reach our shelves right now.'];
  return message(
    title,
    `${text} Your cart is kept; please try again in a moment.`,
    <p>
      <a className="button" href={again}>
        Try again
      </a>
    </p>,
  );
}

export const brokenPage = (text: string): PageResult =>
  message(
    'That did not work',
    text,
    <p>
      <a className="button" href="/">
        To the front page
      </a>
    </p>,
  );
