import { route, routes } from '#api/_shared/route.js';

/** For load balancers and supervisors, in the plain form they expect. */
export const healthRoutes = routes('health', [
  route({
    method: 'get',
    path: '/health/live',
    summary: 'Tell that the process runs',
    auth: 'public',
    kind: 'page',
    contentType: 'application/json',
    handler: async ({ response }) => {
      response.json({ status: 'live' });
    },
  }),
  route({
    method: 'get',
    path: '/health/ready',
    summary: 'Tell whether requests can be served, naming each part',
    description: '503 while the database is down. `degraded` while only the workflow engine is.',
    auth: 'public',
    kind: 'page',
    contentType: 'application/json',
    handler: async ({ services, response }) => {
      const readiness = await services.health.ready();
      response.status(readiness.status === 'unavailable' ? 503 : 200).json(readiness);
    },
  }),
]);
