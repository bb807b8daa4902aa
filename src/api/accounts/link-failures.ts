import { linkProblem } from '#domain/accounts/account-pages.js';
import type { AccountPage, PageContent } from './account-page.js';
import { isMailLink } from './auth-router.js';

type Handler = (request: Request) => Promise<Response>;

/** A browser that follows the link of a mail gets a failure as a page; programs get it as the library writes it. */
export function showLinkFailures(handler: Handler, page: AccountPage): Handler {
  return async (request) => {
    const response = await handler(request);
    const fromBrowser = request.headers.get('accept')?.includes('text/html') ?? false;
    if (response.status < 400 || !fromBrowser || !isMailLink(request.method, new URL(request.url).pathname))
      return response;
    const { code = '', message = '' } = (await response.json().catch(() => ({}))) as {
      code?: string;
      message?: string;
    };
    const headers = new Headers(page.headers);
    const retryAfter = response.headers.get('retry-after');
    if (retryAfter) headers.set('retry-after', retryAfter);
    const content = contentOf(response.status, code, message);
    return new Response(page.html(content), { status: response.status, headers });
  };
}

function contentOf(status: number, code: string, message: string): PageContent {
  if (status >= 500)
    return { title: 'Something went wrong', paragraphs: ['Please open the link again in a minute.'] };
  if (code === 'FAILED_TO_GET_USER_INFO') {
    const text = 'Open the link in the browser in which you are signed in.';
    return { title: 'You are not signed in here', paragraphs: [text] };
  }
  // A conflict names what has to be done first, in words for its reader.
  if (status === 409) return { title: 'This is not possible yet', paragraphs: [message] };
  const { title, text } = linkProblem(code);
  return { title, paragraphs: [text] };
}
