import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { mailErrors } from '#domain/mail/mail.errors.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { settingsErrors } from '#domain/settings/settings.errors.js';
import {
  draftInput,
  languageSchema,
  localeQuery,
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
    query: localeQuery,
    response: z.array(templateSchema),
    handler: async ({ services, query: { locale } }) =>
      (await services.emailTemplates.list(locale)).map((view) =>
        templateResponse(view, services.emailTemplates.samples(view), locale),
      ),
  }),
  route({
    method: 'get',
    path: '/admin/email/languages',
    summary: 'List the languages of mails',
    description:
      'Those that recipients can choose and those that operators have written, with the templates that each lacks. ' +
      'A mail without words in the language of its recipient is sent in that of the store, or in English.',
    auth: 'admin',
    permission: 'emailTemplate:view',
    response: z.array(languageSchema),
    handler: async ({ services }) => services.emailTemplates.languages(),
  }),
  route({
    method: 'get',
    path: PATH,
    summary: 'Get a mail template',
    auth: 'admin',
    permission: 'emailTemplate:view',
    params,
    query: localeQuery,
    response: templateDetailSchema,
    handler: async ({ services, params, query: { locale } }) => {
      const view = await services.emailTemplates.get({ ...params, locale });
      return templateDetailResponse(view, services.emailTemplates.samples(view), locale);
    },
  }),
  route({
    method: 'put',
    path: PATH,
    summary: 'Override a mail template',
    description:
      'Fields that are left out stay as they are; null and empty text go back to the default. It counts from the next mail on. ' +
      '`enabled` holds for the mail in every language. ' +
      secureText,
    auth: 'admin',
    permission: 'emailTemplate:update',
    params,
    query: localeQuery,
    body: templateInput,
    bodyLimit: BODY_LIMIT,
    response: templateWrittenSchema,
    errors: secureErrors,
    handler: async ({ ctx, services, params, query: { locale }, body }) => {
      const { emailTemplates } = services;
      const { removed, ...view } = await emailTemplates.update(ctx, { ...params, locale }, body);
      return {
        ...templateDetailResponse(view, emailTemplates.samples(view), locale),
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
    description: `With a language, its words alone. A repeat changes nothing. ${secureText}`,
    auth: 'admin',
    permission: 'emailTemplate:update',
    params,
    query: localeQuery,
    response: templateDetailSchema,
    errors: secureErrors,
    handler: async ({ ctx, services, params, query: { locale } }) => {
      const { emailTemplates } = services;
      const words = { subject: null, heading: null, preheader: null, body: null };
      const reset = locale === undefined ? { enabled: true, ...words } : words;
      const { removed: _removed, ...view } = await emailTemplates.update(ctx, { ...params, locale }, reset);
      return templateDetailResponse(view, emailTemplates.samples(view), locale);
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
    query: localeQuery,
    body: draftInput,
    bodyLimit: BODY_LIMIT,
    response: previewSchema,
    handler: async ({ services, params, query: { locale }, body }) =>
      services.emailTemplates.preview({ ...params, locale }, body),
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
    query: localeQuery,
    body: templateTestInput,
    bodyLimit: BODY_LIMIT,
    response: sentSchema,
    errors: sendErrors,
    handler: async ({ ctx, services, params, query: { locale }, body: { to, ...draft } }) =>
      services.testMails.sendTemplate(ctx, { ...params, locale }, to, draft),
  }),
]);
