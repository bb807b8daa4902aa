import { z } from 'zod';
import { instantSchema } from '#api/kernel/values.js';

export const scheduleSchema = z
  .object({
    id: z.string().meta({ example: 'payments-late' }),
    note: z.string().meta({ description: 'What it is for' }),
    workflow: z.string().meta({ description: 'The workflow that it starts', example: 'findLatePayments' }),
    cron: z.string().meta({ example: '15 */6 * * *' }),
    words: z
      .string()
      .meta({ description: 'The expression in words', example: 'every 6 hours at minute 15 UTC' }),
    timeZone: z.string(),
    state: z
      .enum(['active', 'paused', 'missing'])
      .meta({ description: '`missing`: the engine has not got it yet' }),
    pausedBy: z
      .string()
      .nullable()
      .meta({ description: 'Null also where it was paused in the engine’s web UI' }),
    pauseReason: z.string().nullable(),
    nextAt: instantSchema.nullable(),
    lastRun: z
      .object({
        workflowId: z.string(),
        runId: z.string(),
        startedAt: instantSchema,
        status: z.string().meta({ description: 'As of the job; `unknown` once the engine has deleted it' }),
      })
      .nullable(),
  })
  .meta({ id: 'Schedule' });
export type ScheduleResponse = z.infer<typeof scheduleSchema>;
