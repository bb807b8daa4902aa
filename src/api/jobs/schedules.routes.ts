import { z } from 'zod';
import { rejectionSchema } from '#api/kernel/rejection.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { jobsErrors } from '#domain/jobs/jobs.errors.js';
import { scheduleSchema } from './schedules.schemas.js';

const params = { id: z.string().min(1).max(200) };
const act = {
  method: 'post',
  auth: 'admin',
  permission: 'schedule:manage',
  params,
  response: scheduleSchema,
  errors: [platformErrors.engineUnavailable, jobsErrors.unknownSchedule],
} as const;

export const schedulesRoutes = routes('jobs', [
  route({
    method: 'get',
    path: '/admin/schedules',
    summary: 'List schedules with their last and next runs',
    auth: 'admin',
    permission: 'job:read',
    response: z.array(scheduleSchema),
    errors: [platformErrors.engineUnavailable],
    handler: async ({ services }) => services.schedules.list(),
  }),
  route({
    ...act,
    path: '/admin/schedules/:id/pause',
    summary: 'Pause a schedule',
    description:
      'It starts no runs until it is resumed, also after a deploy. A run that is under way goes on. A repeat replaces the reason.',
    unknownKeys: 'strict',
    body: rejectionSchema,
    bodyExample: { reason: 'The provider is being migrated' },
    handler: async ({ ctx, services, params: { id }, body }) =>
      services.schedules.pause(ctx, id, body.reason),
  }),
  route({
    ...act,
    path: '/admin/schedules/:id/resume',
    summary: 'Resume a paused schedule',
    description: 'Runs that it missed meanwhile are not made up for. A repeat changes nothing.',
    handler: async ({ ctx, services, params: { id } }) => services.schedules.resume(ctx, id),
  }),
  route({
    ...act,
    path: '/admin/schedules/:id/run',
    summary: 'Run a schedule now',
    description: 'Also while it is paused. Nothing is started where a run is under way.',
    handler: async ({ ctx, services, params: { id } }) => services.schedules.run(ctx, id),
  }),
]);
