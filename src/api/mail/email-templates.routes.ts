import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { mailErrors } from '#domain/mail/mail.errors.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { settingsErrors } from '#domain/settings/settings.errors.js';
import {
  draftInput,
  previewSchema,
  sentSchema,
  templateResponse,
  templateDetailResponse,
  templateDetailSchema,
  templateInput,
  templateParams as params,
  templateSchema,
  templateTestInput,
  templateWrittenSchema,
  testInput,
} from './email-templates.schemas.js';

const PATH = '/admin/email/templates/:eventType/:role' as const;
/** A body of 100,000 characters takes up to three bytes each. */
const BODY_LIMIT = 512 * 1024;
const sendErrors = [mailErrors.notSent, mailErrors.maybeSent];
const secureErrors = [settingsErrors.permissionNeeded, accessErrors.freshSessionNeeded];
const secureText =
  'Templates of `auth.*` need the permission `adminSetting:secure` and a session that was signed in within ten minutes.';

export const emailTemplatesRoutes = routes('mail', [
  route({
    method: 'post',
    path: '/admin/email/test',
    summary: 'Send a test mail with the current mail settings',
    description: 'At most 20 test mails a minute. The response waits for the mail provider.',
    auth: 'admin',
    permission: 'emailTemplate:test',
    rate: 'testMail',
    body: testInput,
    response: sentSchema,
    errors: sendErrors,
    handler: async ({ ctx, services, body }) => services.testMails.sendTest(ctx, body.to),
  }),
  route({
    method: 'get',
    path: '/admin/email/templates',
    summary: 'List mail templates',
    description:
      'All of them, with the content in effect: that of the override, else the default, field by field.',
    auth: 'admin',
    permission: 'emailTemplate:view',
    response: z.array(templateSchema),
    handler: async ({ services }) =>
      (await services.emailTemplates.list()).map((view) =>
        templateResponse(view, services.emailTemplates.samples(view)),
      ),
  }),
  route({
    method: 'get',
    path: PATH,
    summary: 'Get a mail template',
    auth: 'admin',
    permission: 'emailTemplate:view',
    params,
    response: templateDetailSchema,
    handler: async ({ services, params }) => {
      const view = await services.emailTemplates.get(params);
      return templateDetailResponse(view, services.emailTemplates.samples(view));
    },
  }),
  route({
    method: 'put',
    path: PATH,
    summary: 'Override a mail template',
    description:
      'Fields that are left out stay as they are; null and empty text go back to the default. It counts from the next mail on. ' +
      secureText,
    auth: 'admin',
    permission: 'emailTemplate:update',
    params,
    body: templateInput,
    bodyLimit: BODY_LIMIT,
    response: templateWrittenSchema,
    errors: secureErrors,
    handler: async ({ ctx, services, params, body }) => {
      const { emailTemplates } = services;
      const { removed, ...view } = await emailTemplates.update(ctx, params, body);
      return {
        ...templateDetailResponse(view, emailTemplates.samples(view)),
        unknownVariables: emailTemplates.unknownVariables(view),
        warnings: emailTemplates.warnings(view),
        removed,
      };
    },
  }),
  route({
    method: 'delete',
    path: PATH,
    summary: 'Reset a mail template to its default',
    description: `A repeat changes nothing. ${secureText}`,
    auth: 'admin',
    permission: 'emailTemplate:update',
    params,
    response: templateDetailSchema,
    errors: secureErrors,
    handler: async ({ ctx, services, params }) => {
      const { emailTemplates } = services;
      const reset = { enabled: true, subject: null, heading: null, preheader: null, body: null };
      const { removed: _removed, ...view } = await emailTemplates.update(ctx, params, reset);
      return templateDetailResponse(view, emailTemplates.samples(view));
    },
  }),
  route({
    method: 'post',
    path: `${PATH}/preview`,
    summary: 'Preview a mail template with sample data',
    description: 'Fields that are left out are those in effect. Nothing is saved and nothing is sent.',
    auth: 'admin',
    permission: 'emailTemplate:view',
    params,
    body: draftInput,
    bodyLimit: BODY_LIMIT,
    response: previewSchema,
    handler: async ({ services, params, body }) => services.emailTemplates.preview(params, body),
  }),
  route({
    method: 'post',
    path: `${PATH}/test`,
    summary: 'Send a mail template with sample data to an address',
    description: 'At most 20 test mails a minute. The response waits for the mail provider.',
    auth: 'admin',
    permission: 'emailTemplate:test',
    rate: 'testMail',
    params,
    body: templateTestInput,
    bodyLimit: BODY_LIMIT,
    response: sentSchema,
    errors: sendErrors,
    handler: async ({ ctx, services, params, body: { to, ...draft } }) =>
      services.testMails.sendTemplate(ctx, params, to, draft),
  }),
]);
