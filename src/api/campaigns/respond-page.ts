import type { Request, Response } from 'express';
import { AppError } from '#domain/_shared/app-error.js';
import { PAGE_POLICY } from './unsubscribe-page.js';

function send(response: Response, html: string, status = 200): void {
  response
    .status(status)
    // Other sites learn nothing of the address. The form of the page names its origin, or who is signed in would be refused.
    .set({
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
    .type('html')
    .send(html);
}

interface Exchange {
  request: Request;
  response: Response;
  invalidPage: () => string;
}

/** A browser gets a page for a link that is not valid; every other caller the error. */
export async function respondPage(exchange: Exchange, page: () => Promise<string>): Promise<void> {
  await orInvalidPage(exchange, async () => send(exchange.response, await page()));
}

/** The same for a link that leads on. The page behind it does not learn the address, which is a recipient's. */
export async function respondOrRedirect(exchange: Exchange, target: () => Promise<string>): Promise<void> {
  await orInvalidPage(exchange, async () => {
    const url = await target();
    exchange.response
      .set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      .status(302)
      .location(url)
      .end();
  });
}

async function orInvalidPage(
  { request, response, invalidPage }: Exchange,
  respond: () => Promise<void>,
): Promise<void> {
  try {
    await respond();
  } catch (error) {
    const isInvalidLink = error instanceof AppError && error.status === 404;
    if (!isInvalidLink || request.accepts(['json', 'html']) !== 'html') throw error;
    send(response, invalidPage(), error.status);
  }
}
