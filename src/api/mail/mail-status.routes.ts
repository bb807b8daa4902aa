import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { instantSchema, iso } from '#api/kernel/values.js';
import { type MailState, mailStates } from '#domain/mail/mail-message.js';

const count = z.int();
const countsShape = Object.fromEntries(mailStates.map((name) => [name, count])) as Record<
  MailState,
  typeof count
>;
const response = z
  .object({
    route: z
      .object({
        kind: z.enum(['smtp', 'mailapi', 'none']),
        source: z.enum(['settings', 'environment']).nullable(),
        host: z.string().nullable(),
      })
      .meta({ description: 'How mail leaves; never a credential' }),
    pausedSince: instantSchema.nullable(),
    pausedUntil: instantSchema.nullable().meta({ description: 'When the next mail is tried' }),
    pauseReason: z
      .string()
      .nullable()
      .meta({ description: 'Why it pauses: the code and words of the provider' }),
    lastSuccessAt: instantSchema.nullable(),
    lastFailureAt: instantSchema.nullable(),
    lastFailure: z.string().nullable(),
    counts: z.object(countsShape),
  })
  .meta({ id: 'MailStatus' });

export const mailStatusRoutes = routes('mail', [
  route({
    method: 'get',
    path: '/admin/email/status',
    summary: 'Get the state of the mail queue',
    auth: 'admin',
    permission: 'mailDelivery:view',
    response,
    handler: async ({ services }) => {
      const { pausedSince, pausedUntil, lastSuccessAt, lastFailureAt, counts, ...rest } =
        await services.mailStatus.read();
      return {
        ...rest,
        pausedSince: iso(pausedSince),
        pausedUntil: iso(pausedUntil),
        lastSuccessAt: iso(lastSuccessAt),
        lastFailureAt: iso(lastFailureAt),
        counts: counts as Record<MailState, number>,
      };
    },
  }),
]);
