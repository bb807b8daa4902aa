import express, { Router } from 'express';
import { createTransport } from 'nodemailer';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { faultMiddleware } from '../_shared/faults.js';
import type { MailControls } from './controls.js';
import type { EventSender } from './event-sender.js';
import type { Inbox } from './inbox.js';

/** The service takes 30 MB in all. */
const BODY_LIMIT = '30mb';

const person = z.object({ email: z.email('Does not contain a valid address.'), name: z.string().optional() });
const people = z
  .array(person, 'The to array is required for all personalization objects, and must have at least one email')
  .min(1);
const stringMap = z.record(z.string(), z.string());

const mailBody = z.object({
  personalizations: z
    .array(
      z.object({
        to: people,
        cc: z.array(person).optional(),
        bcc: z.array(person).optional(),
        subject: z.string().optional(),
        headers: stringMap.optional(),
        custom_args: stringMap.optional(),
        substitutions: stringMap.optional(),
      }),
      'The personalizations field is required and must have at least one personalization.',
    )
    .min(1)
    .max(1000),
  from: person,
  reply_to: person.optional(),
  subject: z.string().optional(),
  content: z
    .array(
      z.object({
        type: z.string().min(1),
        value: z.string().min(1, 'The content value must be a string at least one character in length.'),
      }),
      'Unless a valid template_id is provided, the content parameter is required.',
    )
    .min(1),
  attachments: z
    .array(
      z.object({
        content: z.base64(),
        filename: z.string(),
        type: z.string().optional(),
        disposition: z.string().optional(),
        content_id: z.string().optional(),
      }),
    )
    .optional(),
  headers: stringMap.optional(),
  custom_args: stringMap.optional(),
  mail_settings: z
    .object({ sandbox_mode: z.object({ enable: z.boolean().optional() }).optional() })
    .optional(),
});
type MailBody = z.infer<typeof mailBody>;

const REFUSALS: Record<number, string> = {
  400: 'Bad Request',
  401: 'The provided authorization grant is invalid, expired, or revoked',
  403: 'The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
  413: 'Payload too large',
  429: 'too many requests',
  500: 'Internal Server Error',
};

/** Mounted at `/v3/mail/send`, in the SendGrid shape: one message in the inbox for each personalization. */
export function mailApi({
  inbox,
  controls,
  events,
}: {
  inbox: Inbox;
  controls: MailControls;
  events: EventSender;
}): Router {
  const router = Router();
  // Builds the message as the service would send it, so that the inbox shows one kind of thing.
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  // Read before any delay: of a caller who is gone by then the parser would leave the body out.
  router.use(express.json({ limit: BODY_LIMIT }));
  router.use(
    faultMiddleware(
      () => controls,
      (res) => void res.status(500).json(errorBody(REFUSALS[500])),
    ),
  );
  router.use((req, res, next) => {
    const status = controls.apiStatus ?? (/^Bearer SG\..+/.test(req.get('authorization') ?? '') ? null : 401);
    if (status === null) return next();
    if (status === 429) {
      res.set({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0' });
      res.set('x-ratelimit-reset', String(Math.floor(Date.now() / 1000) + 2));
    }
    res.status(status).json(errorBody(REFUSALS[status]));
  });

  router.post('/', async (req, res) => {
    const parsed = mailBody.safeParse(req.body);
    if (!parsed.success) {
      const errors = parsed.error.issues.map((issue) => ({
        message: issue.message,
        field: issue.path.join('.') || null,
        help: null,
      }));
      res.status(400).json({ errors });
      return;
    }
    const body = parsed.data;
    if (body.personalizations.some((each) => !(each.subject ?? body.subject))) {
      res.status(400).json(errorBody('The subject is required.', 'subject'));
      return;
    }
    const refused = body.personalizations.flatMap(({ to }, index) =>
      to.some(({ email }) => controls.refuseRecipients.includes(email))
        ? [
            {
              message: 'Does not contain a valid address.',
              field: `personalizations.${index}.to`,
              help: null,
            },
          ]
        : [],
    );
    if (refused.length > 0) {
      res.status(400).json({ errors: refused });
      return;
    }
    // The sandbox mode of the service checks everything and sends nothing.
    if (body.mail_settings?.sandbox_mode?.enable) {
      res.status(200).end();
      return;
    }
    const messageId = randomBytes(16).toString('base64url');
    const reported = events.eventsOf(
      body.personalizations.map((each) => ({
        address: each.to[0]?.email ?? '',
        serviceId: messageId,
        customArgs: { ...body.custom_args, ...each.custom_args },
      })),
    );
    for (const [index, each] of body.personalizations.entries()) {
      const recipients = [...each.to, ...(each.cc ?? []), ...(each.bcc ?? [])].map(({ email }) => email);
      const { message } = await composer.sendMail(messageOf(body, each, messageId));
      await inbox.add(message as Buffer, { via: 'api', recipients, events: reported.shown[index] });
    }
    res.status(202).set('x-message-id', messageId).end();
    reported.send();
  });
  return router;
}

function messageOf(body: MailBody, each: MailBody['personalizations'][number], messageId: string) {
  const address = ({ email, name }: { email: string; name?: string }) => ({
    address: email,
    name: name ?? '',
  });
  const filled = (text: string | undefined) =>
    Object.entries(each.substitutions ?? {}).reduce(
      (result, [key, value]) => result?.replaceAll(key, () => value),
      text,
    );
  const content = (type: string) => filled(body.content.find((part) => part.type === type)?.value);
  const customArgs = { ...body.custom_args, ...each.custom_args };
  return {
    messageId: `<${messageId}@sandbox.invalid>`,
    from: address(body.from),
    to: each.to.map(address),
    cc: each.cc?.map(address),
    replyTo: body.reply_to ? address(body.reply_to) : undefined,
    subject: filled(each.subject ?? body.subject),
    text: content('text/plain'),
    html: content('text/html'),
    attachments: body.attachments?.map((file) => ({
      filename: file.filename,
      content: Buffer.from(file.content, 'base64'),
      contentType: file.type,
      cid: file.content_id,
    })),
    headers: {
      ...body.headers,
      ...each.headers,
      // The service keeps these for its event webhook; here they are shown.
      ...Object.fromEntries(Object.entries(customArgs).map(([key, value]) => [`X-Custom-Arg-${key}`, value])),
    },
  };
}

function errorBody(message = 'Bad Request', field: string | null = null) {
  return { errors: [{ message, field, help: null }] };
}
