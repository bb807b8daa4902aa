import express, { type ErrorRequestHandler, type Request, Router } from 'express';
import { z } from 'zod';
import { arrived, validText } from '#api/kernel/middleware/body.js';
import type { RateLimiters } from '#api/kernel/middleware/rate-limit.js';
import { AppError } from '#domain/_shared/app-error.js';
import { INVITATION_PAGE, linkPages, linkProblem, PASSWORD_PAGE } from '#domain/accounts/account-pages.js';
import type { Platform } from '#operations/platform.js';
import type { AccountPage } from './account-page.js';
import type { Auth } from './auth.js';
import { createInvitationPage, type InvitationAction } from './invitation-page.js';
import { ownPageOnly } from './own-page-only.js';
import { passwordPage, setPassword } from './password-page.js';

const FORM_LIMIT = '16kb';
const actions = new Set<string>(['accept', 'refuse', 'sign-in'] satisfies InvitationAction[]);

const passwordForm = z.object({
  token: z.string().max(512).catch(''),
  password: z.string().max(1_000).catch(''),
});

/** A parameter of a query or of a path; the first when it is repeated, empty when it is missing. */
function queryOf(request: Request, name: string): string {
  const query = request.originalUrl.split('?')[1] ?? '';
  return (new URLSearchParams(query).get(name) ?? '').slice(0, 512);
}

/**
 * `/account/…`: pages of the platform's own that links of mails end at, for as long as the storefront has none. They
 * work without JavaScript.
 */
export function accountPages(
  platform: Platform,
  parts: { auth: Auth; page: AccountPage; rateLimiters: RateLimiters },
): Router {
  const { auth, page } = parts;
  const router = Router({ caseSensitive: true });
  const reads = parts.rateLimiters({ rate: 'link', auth: 'public', method: 'get' });
  const writes = parts.rateLimiters({ rate: 'signIn', auth: 'public', method: 'post' });
  const invitations = createInvitationPage({ ...platform, auth });

  router.use('/account', (_request, response, next) => {
    response.set(page.headers);
    response.locals['route'] = '/account/*';
    next();
  });
  router.post(
    '/account/*rest',
    ownPageOnly,
    ...writes,
    express.urlencoded({ limit: FORM_LIMIT, extended: false, verify: validText }),
    arrived,
  );
  for (const [path, { title, text }] of Object.entries(linkPages)) {
    router.get(path, ...reads, (request, response) => {
      const error = queryOf(request, 'error');
      const problem = error === '' ? undefined : linkProblem(error);
      if (problem)
        return page.send(response, { status: 400, title: problem.title, paragraphs: [problem.text] });
      page.send(response, { title, paragraphs: [text] });
    });
  }
  router.get(PASSWORD_PAGE, ...reads, (request, response) =>
    page.send(response, passwordPage(queryOf(request, 'token'), queryOf(request, 'error'))),
  );
  router.post(PASSWORD_PAGE, async (request, response) =>
    page.send(response, await setPassword(auth, passwordForm.parse(request.body ?? {}))),
  );
  router.get(`${INVITATION_PAGE}/:id`, ...reads, async (request, response) =>
    page.send(response, await invitations.show(idOf(request), request.headers)),
  );
  router.post(`${INVITATION_PAGE}/:id/:action`, async (request, response, next) => {
    const action = String(request.params['action']);
    if (!actions.has(action)) return next();
    page.send(response, await invitations.act(idOf(request), action as InvitationAction, request.headers));
  });
  router.use('/account', failurePage(page));
  return router;
}

const idOf = (request: Request) => String(request.params['id']);

/** A refusal that its reader can act on, as a page; everything else is the platform's error handler's. */
function failurePage(page: AccountPage): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (!(error instanceof AppError) || error.status >= 500 || response.headersSent) return next(error);
    if (error.retryAfter !== undefined) response.set('retry-after', String(error.retryAfter));
    page.send(response, {
      status: error.status,
      title: error.status === 429 ? 'Too many attempts' : 'This did not work',
      paragraphs: [error.message],
    });
  };
}
