import { z } from 'zod';
import { MAIL_ADDRESS_RULE, readMailAddress } from '#domain/_shared/mail-address.js';

/** An address of the platform's own people, as they write it: they know what their mail server takes. */
export const ownMailAddress = z
  .string()
  // A line break would begin another header of a mail.
  .refine((text) => !/[\r\n]/.test(text), MAIL_ADDRESS_RULE)
  .trim()
  .max(254)
  .refine((text) => readMailAddress(text, { utf8: true }).address !== undefined, MAIL_ADDRESS_RULE)
  .meta({ format: 'email' });
