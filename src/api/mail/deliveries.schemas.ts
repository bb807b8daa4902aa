import { z } from 'zod';
import { listForms } from '#api/kernel/list-form.js';
import { cursorMetadataSchema } from '#api/kernel/cursor-query.js';
import { emailSchema, idOf, instantSchema, iso, wholeNumberText } from '#api/kernel/values.js';
import type { Delivery, DeliveryEvent } from '#domain/mail/delivery.js';
import { mailStates } from '#domain/mail/mail-message.js';
import { templateRoles } from '#domain/mail/mail-template.js';
import { deliveryStatuses, providerEventTypes } from '#domain/mail/provider-event.js';
import { suppressionReasons } from '#domain/mail/suppression.js';

export const deliveryKinds = ['event', 'test', 'resend'] as const;

const daySchema = z.iso
  .date()
  .meta({ description: 'A day in the time zone of the store', example: '2026-11-21' });
const filters = {
  template: z.string().max(100).optional().meta({ description: 'Event type', example: 'order.placed' }),
  role: z.enum(templateRoles).optional(),
  recipient: emailSchema.optional(),
  orderId: idOf('order').optional(),
  day: daySchema.optional(),
};

export const deliveryQuery = z.object({
  ...filters,
  // Any text may be looked for.
  recipient: z.string().trim().toLowerCase().max(320).optional(),
  state: z.enum(mailStates).optional(),
  kind: z.enum(deliveryKinds).optional(),
  limit: wholeNumberText({ min: 1, max: 100, fallback: 20 }),
  cursor: z
    .string()
    .optional()
    .meta({ description: '`nextCursor` of the page before, with the same filters' }),
});
deliveryQuery.register(listForms, { paging: 'cursor' });
export type DeliveryQuery = z.output<typeof deliveryQuery>;

/** States in which a mail is over without having surely arrived. */
const resendable = ['failed', 'unclear', 'suppressed'] as const;
export const resendInput = z
  .object({ ...filters, state: z.enum(resendable).default('failed') })
  .meta({ id: 'MailResendInput', example: { state: 'failed', day: '2026-11-21' } });
export type ResendFilter = z.output<typeof resendInput>;

export const deliverySchema = z
  .object({
    id: idOf('mailDelivery'),
    kind: z.enum(deliveryKinds),
    template: z.string(),
    role: z.enum(templateRoles),
    recipient: z.string(),
    state: z.enum(mailStates),
    attempts: z.int(),
    orderId: idOf('order').nullable(),
    resendOf: idOf('mailDelivery').nullable().meta({ description: 'The mail that this one repeats' }),
    providerMessageId: z.string().nullable(),
    lastError: z.string().nullable(),
    deliveryStatus: z
      .enum(deliveryStatuses)
      .nullable()
      .meta({ description: 'What the provider has reported' }),
    deliveryStatusAt: instantSchema.nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    sentAt: instantSchema.nullable(),
  })
  .meta({ id: 'MailDelivery' });

export const deliveryDetailSchema = deliverySchema
  .extend({
    events: z.array(
      z.object({
        type: z.enum(providerEventTypes),
        reason: z.string().nullable(),
        occurredAt: instantSchema,
        receivedAt: instantSchema,
      }),
    ),
    rendered: z
      .object({
        subject: z.string(),
        html: z.string().meta({ contentMediaType: 'text/html' }),
        text: z.string(),
        current: z.literal(true),
      })
      .nullable()
      .meta({
        description:
          'The mail rendered with the current template and brand, which may differ from what was sent; null for mails of accounts and where the variables are not kept any more',
      }),
  })
  .meta({ id: 'MailDeliveryDetail' });

const suppressed = z
  .object({ reason: z.enum(suppressionReasons), since: instantSchema })
  .nullable()
  .meta({ description: 'Set where the address is suppressed: this mail is sent all the same' });

export const resentSchema = z
  .object({
    id: idOf('mailDelivery'),
    resendOf: idOf('mailDelivery'),
    state: z.literal('queued'),
    suppressed,
  })
  .meta({ id: 'MailResent' });
export const resentManySchema = z
  .object({
    queued: z.int().meta({ description: 'Mails that were put into the queue again' }),
    more: z.boolean().meta({ description: 'Whether further mails match: repeat the request' }),
  })
  .meta({ id: 'MailsResent' });

export const suppressionSchema = z
  .object({
    address: z.string(),
    reason: z.enum(suppressionReasons),
    source: z.string().meta({ example: 'mailapi' }),
    note: z.string().nullable(),
    createdAt: instantSchema,
  })
  .meta({ id: 'MailSuppression' });

export const deliveryMetadata = cursorMetadataSchema;

export function deliveryResponse(row: Delivery): z.input<typeof deliverySchema> {
  return {
    ...row,
    deliveryStatusAt: iso(row.deliveryStatusAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    sentAt: iso(row.sentAt),
  };
}

export function eventResponse({ occurredAt, receivedAt, ...event }: DeliveryEvent) {
  return { ...event, occurredAt: iso(occurredAt), receivedAt: iso(receivedAt) };
}
