import { AppError } from '#domain/_shared/app-error.js';
import type { FeedDeclaration } from '#domain/feeds/feed-declaration.js';
import { feedsErrors } from '#domain/feeds/feeds.errors.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import type { Logger } from '#lib/logger.js';

/** Calls the remote side for a request. What fails is the documented 500, with the words of the remote side. */
export async function remoteCall<T>(
  { id: feed, title }: FeedDeclaration,
  logger: Logger,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError || !(error instanceof HttpCallError)) throw error;
    logger.warn({ feed, status: error.status, reason: error.reason }, 'call of a feed failed');
    throw feedsErrors.remoteCallFailed({ feed: title, reason: error.reason }, { cause: error });
  }
}
