import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { recordStatuses } from '#domain/mail/sender-domain.js';

const response = z
  .object({
    from: z.string(),
    domain: z.string(),
    reserved: z
      .boolean()
      .meta({ description: 'The domain is kept for examples and tests, and nothing was looked up' }),
    records: z.array(
      z.object({
        kind: z.enum(['spf', 'dkim', 'dmarc']),
        status: z.enum(recordStatuses).meta({
          description: '`weak` protects little; `unknown` means that the name servers did not respond',
        }),
        name: z.string().meta({ description: 'Where the TXT record belongs' }),
        found: z.array(z.string()),
        advice: z.string().meta({ description: 'What to enter; empty when nothing is wrong' }),
      }),
    ),
  })
  .meta({ id: 'SenderDomain' });

export const senderDomainRoutes = routes('mail', [
  route({
    method: 'get',
    path: '/admin/email/sender-domain',
    summary: 'Check SPF, DKIM and DMARC of the sender',
    description:
      'Looks up the TXT records of the domain of the sender address. A name server has no list of DKIM selectors: those of common providers are tried, or the one that is named.',
    auth: 'admin',
    permission: 'mailDelivery:view',
    query: z.object({
      selector: z
        .string()
        .regex(/^[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?$/i)
        .optional()
        .meta({ description: 'DKIM selector, as the mail provider shows it', example: 's1' }),
    }),
    response,
    handler: ({ services, query }) => services.senderDomain.check(query.selector),
  }),
]);
