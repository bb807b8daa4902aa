import type { RequestHandler } from 'express';
import { isIP } from 'node:net';

/**
 * Leaves the entries of `X-Forwarded-For` that are no IP address out, before an address is taken from it: anybody may
 * send the header, and what is counted, kept and compared are addresses. Without a usable entry it is the socket's.
 */
export const forwardedAddresses: RequestHandler = (request, _response, next) => {
  const { headers } = request;
  const sent = headers['x-forwarded-for'];
  if (sent === undefined) return next();
  const entries = (Array.isArray(sent) ? sent.join(',') : sent).split(',').map((entry) => entry.trim());
  // The nearest proxy writes the last entry: one that is no address ends what can be believed.
  const broken = entries.findLastIndex((entry) => isIP(entry) === 0);
  const believed = entries.slice(broken + 1).join(', ');
  if (believed === '') delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = believed;
  next();
};
