import { requestSweeps } from './request-sweeps.js';
import { sampledRoutes } from './sampled-routes.js';

/** The first half of all routes. */
requestSweeps(await sampledRoutes(0, 2, true));
