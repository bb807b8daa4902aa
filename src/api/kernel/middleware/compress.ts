import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';

/** Smaller responses fit one packet, and cost more to compress than to send. */
const THRESHOLD = 1_024;

const compressing = compression({
  threshold: THRESHOLD,
  level: 4,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
});

/** Compresses responses with brotli or gzip, for clients that take one of them. Not for streams, and not for files. */
export const compressed: RequestHandler = (request, response, next) => {
  if (/\b(?:br|gzip)\b/.test(request.get('accept-encoding') ?? '')) {
    compressing(request, response, next);
    return;
  }
  response.vary('Accept-Encoding');
  next();
};
