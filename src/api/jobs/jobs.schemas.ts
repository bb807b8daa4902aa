import { z } from 'zod';
import { idOf, instantSchema } from '#api/kernel/values.js';
import { documentKinds } from '#domain/jobs/failed-documents.js';
import { outcomes } from '#domain/_shared/outcome.js';
import { jobStatusNames } from '#domain/jobs/job.js';

const run = z.object({ workflowId: z.string(), runId: z.string() });

const jobFields = {
  workflowId: z
    .string()
    .meta({ 'x-entity': 'job', example: 'invoices-render-0199c0de-7e5c-7000-8000-000000000001' }),
  runId: z.string(),
  type: z.string().meta({ example: 'renderInvoice' }),
  status: z.enum(jobStatusNames),
  outcome: z
    .enum(outcomes)
    .nullable()
    .meta({
      description:
        'How it stands or how it ended: `waiting` while somebody outside is waited for, `refused` where somebody said no; ' +
        'null for a run of an earlier release',
    }),
  waiting: z.boolean().meta({ description: 'The run only waits for the next attempt of a failed step' }),
  idle: z.boolean().meta({
    description: 'Idle: the run waits for a time or a signal, for example the end of a file’s retention',
  }),
  reason: z.string().nullable().meta({ description: 'Why it failed, was refused or waits' }),
  remedy: z.string().nullable().meta({ description: 'What to do about it, in one sentence' }),
  retry: z.enum(['event', 'operation', 'schedule']).nullable().meta({
    description: 'How `POST …/retry` retries it; null while it runs, and where nothing can',
  }),
  startedAt: instantSchema,
  closedAt: instantSchema.nullable(),
  entities: z
    .object({
      orderId: idOf('order').nullable(),
      orderNumber: z.string().nullable(),
      vendorId: idOf('vendor').nullable(),
      productId: idOf('product').nullable(),
      customerId: idOf('user').nullable(),
    })
    .meta({ description: 'The entities that the job is about, where it declares them' }),
  parent: run.nullable().meta({ description: 'The run that started this one' }),
  url: z
    .string()
    .nullable()
    .meta({ description: 'This run in the engine’s web UI, where one is configured' }),
};

export const jobSchema = z.object(jobFields).meta({ id: 'Job' });
export type JobResponse = z.infer<typeof jobSchema>;

const pendingActivitySchema = z.object({
  type: z.string(),
  state: z.enum(['queued', 'running', 'backing_off', 'cancelling', 'paused']),
  attempt: z.int(),
  maximumAttempts: z.int().nullable(),
  lastFailure: z.string().nullable(),
  nextAttemptAt: instantSchema.nullable(),
  lastStartedAt: instantSchema.nullable(),
});

export const jobDetailSchema = z
  .object({
    ...jobFields,
    summary: z.string().nullable(),
    step: z
      .string()
      .nullable()
      .meta({ description: 'What a running job does or waits for', example: 'waiting for payment' }),
    nextTimerAt: instantSchema
      .nullable()
      .meta({ description: 'Until when it waits, where it waits for a time' }),
    attempt: z.int(),
    cancelRequested: z.boolean(),
    historyLength: z.int(),
    failingTaskAttempts: z
      .int()
      .meta({ description: 'Consecutive failed workflow tasks; above zero the run is stuck' }),
    pendingActivities: z.array(pendingActivitySchema),
  })
  .meta({ id: 'JobDetail' });
export type JobDetailResponse = z.infer<typeof jobDetailSchema>;

export const jobExample: JobResponse = {
  workflowId: 'invoices-render-0199c0de-7e5c-7000-8000-000000000001',
  runId: '0199c0de-7e5c-7000-8000-0000000000aa',
  type: 'renderInvoice',
  status: 'failed',
  outcome: 'failed',
  waiting: false,
  idle: false,
  reason: 'Taxed lines need a seller with a GSTIN',
  remedy: 'Correct what the reason names, then request the invoice again: its number stays.',
  retry: 'operation',
  startedAt: '2026-11-21T09:30:00.000Z',
  closedAt: '2026-11-21T09:30:01.250Z',
  entities: {
    orderId: '0199c0de-7e5c-7000-8000-000000000002',
    orderNumber: 'HT-2611-7K3M9',
    vendorId: '0199c0de-7e5c-7000-8000-000000000003',
    productId: null,
    customerId: null,
  },
  parent: null,
  url: null,
};

export const jobDetailExample: JobDetailResponse = {
  ...jobExample,
  status: 'running',
  outcome: 'ok',
  waiting: true,
  reason: 'The browser ended while it made a PDF',
  remedy: 'It is tried again by itself; correct what the reason names where that persists.',
  retry: null,
  closedAt: null,
  summary: 'Invoice of order HT-2611-7K3M9',
  step: 'rendering',
  nextTimerAt: null,
  attempt: 1,
  cancelRequested: false,
  historyLength: 12,
  failingTaskAttempts: 0,
  pendingActivities: [
    {
      type: 'renderInvoiceDocument',
      state: 'backing_off',
      attempt: 2,
      maximumAttempts: 3,
      lastFailure: 'The browser ended while it made a PDF',
      nextAttemptAt: '2026-11-21T09:30:04.000Z',
      lastStartedAt: '2026-11-21T09:30:02.000Z',
    },
  ],
};

export const retryInput = z
  .object({
    kinds: z.array(z.enum(documentKinds)).min(1).max(documentKinds.length),
    days: z.int().min(1).max(365),
    onlyOutages: z.boolean(),
  })
  .partial()
  .meta({ id: 'RetryFailedInput' });

export const retriedSchema = z
  .object({ invoices: z.int(), exports: z.int(), labels: z.int() })
  .meta({ id: 'RetriedDocuments' });
export const jobRetrySchema = z
  .object({
    workflowId: z.string(),
    way: z.enum(['event', 'operation', 'schedule']).meta({
      description:
        'The last event is delivered again, the operation of the feature reopens it, or its schedule runs now',
    }),
  })
  .meta({ id: 'JobRetry' });
export type JobRetryResponse = z.infer<typeof jobRetrySchema>;
