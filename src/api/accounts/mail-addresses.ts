import type { RequestHandler } from 'express';
import { z } from 'zod';
import { LOCAL_PART_RULE, readMailAddress } from '#domain/_shared/mail-address.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Utf8MailSource } from '#operations/mail/utf8-mail.js';

/** Where the library takes an e-mail address. */
const FIELDS = ['email', 'newEmail', 'memberIdOrEmail'] as const;

/** What `readMailAddress` returns. The library checks what comes out of it, not what people type. */
const RETURNED =
  /^[\p{L}\p{M}\p{N}\u200c\u200d!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}\u200c\u200d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/iu;

/**
 * better-auth asks zod's own expression in eleven places and has no setting for it. The expression refuses every top-level domain
 * that is not of Latin letters, in ASCII (`xn--h2brj9c`) too, so it is recompiled, for this process.
 */
export function acceptEveryDomain(): void {
  const { email } = z.regexes;
  if (email.source !== RETURNED.source) email.compile(RETURNED.source, RETURNED.flags);
}

/** Hands the library each address as the rest of the platform stores it. */
export function mailAddresses(utf8Mail: Utf8MailSource): RequestHandler {
  return async (request, _response, next) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    for (const field of FIELDS) {
      const given = body[field];
      if (typeof given !== 'string' || !given.includes('@')) continue;
      const read = readMailAddress(given, { utf8: false });
      const needsUtf8 = read.rule === LOCAL_PART_RULE;
      if (needsUtf8 && !(await utf8Mail.learn())) {
        const errors = [{ path: `body.${field}`, message: LOCAL_PART_RULE, code: 'invalid_format' as const }];
        throw platformErrors.validation({}, { errors });
      }
      const { address } = needsUtf8 ? readMailAddress(given, { utf8: true }) : read;
      // What is no address the library refuses, in its own words.
      if (address !== undefined) body[field] = address;
    }
    next();
  };
}
