import type { Request, Response } from 'express';
import { AppError } from '#domain/_shared/app-error.js';
import { PAGE_POLICY } from './unsubscribe-page.js';

function send(response: Response, html: string, status = 200): void {
  response
    .status(status)
    .set({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
    .type('html')
    .send(html);
}

/** A browser gets a page for a link that is not valid; every other caller the error. */
export async function respondPage(
  { request, response, invalidPage }: { request: Request; response: Response; invalidPage: () => string },
  page: () => Promise<string>,
): Promise<void> {
  try {
    send(response, await page());
  } catch (error) {
    const isInvalidLink = error instanceof AppError && error.status === 404;
    if (!isInvalidLink || request.accepts(['json', 'html']) !== 'html') throw error;
    send(response, invalidPage(), error.status);
  }
}
