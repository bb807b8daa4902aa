import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { MAX_PICTURE_URL, readPicture } from '#domain/_shared/picture.js';

/** A picture that a setting names: a storage key or a URL, given on in its normal form. Empty means no picture. */
export const pictureSetting = z
  .string()
  .trim()
  .max(MAX_PICTURE_URL)
  .transform((text, context) => {
    const read = text === '' ? { location: '' } : readPicture(text);
    if ('location' in read) return read.location;
    context.addIssue(issueOf('invalid_format', read.rule));
    return z.NEVER;
  });
