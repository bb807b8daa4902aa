import type { Request } from 'express';
import { z } from 'zod';
import type { CachedText } from '#db/kernel/content-cache.js';
import { contentPlatforms, type ContentPlatform, isContentUrl } from '#domain/banners/banner.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { MIN_REVISION } from './content-revision.js';
import { JsonText, Reply } from './reply.js';
import { textSchema } from './values.js';

/** Values and responses that banners, pages, links and listings share. */

export const contentPlatformSchema = z.enum(contentPlatforms);

/** A link of a storefront. */
export const contentUrlSchema = textSchema(2048)
  .min(1)
  .refine(isContentUrl, 'must be an absolute https URL or a path that starts with a single slash')
  .meta({ example: '/collections/diwali' });

/** `APP` or `WEB` hides what is meant for the other; everything is shown by default. */
export const platformQuery = z.object({
  platform: contentPlatformSchema
    .optional()
    .meta({ description: '`BOTH`, or leaving it out, shows everything' }),
});

/**
 * The platform that a storefront asks for: the query wins over the header `x-platform`.
 * @throws AppError VALIDATION_ERROR for a header with another value, where the query is left out
 */
export function contentPlatformOf(
  request: Pick<Request, 'get'>,
  query: { platform?: ContentPlatform },
): ContentPlatform {
  if (query.platform) return query.platform;
  const sent = request.get('x-platform')?.trim().toUpperCase() || 'BOTH';
  const platform = contentPlatforms.find((item) => item === sent);
  if (platform) return platform;
  const message = `must be ${contentPlatforms.join(', ')}`;
  throw platformErrors.validation(
    {},
    { errors: [{ path: 'header.x-platform', message, code: 'invalid_value' }] },
  );
}

/** Storefront content, kept for ten seconds by browsers and shared caches; a request with the same tag gets 304. */
export function contentReply<T>(
  { text, etag }: CachedText,
  headers: Record<string, string> = {},
): Reply<JsonText<T>> {
  return new Reply(new JsonText<T>(text), { headers: contentHeaders(etag, headers) });
}

/** The headers of such a response. */
export function contentHeaders(etag: string, headers: Record<string, string> = {}): Record<string, string> {
  return {
    ETag: etag,
    'Cache-Control': 'public, max-age=10, stale-while-revalidate=60',
    ...headers,
    Vary: [MIN_REVISION, headers['Vary']].filter(Boolean).join(', '),
  };
}
