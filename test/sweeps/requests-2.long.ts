import { requestSweeps } from './request-sweeps.js';
import { sampledRoutes } from './sampled-routes.js';

/** The second half of all routes. */
requestSweeps(await sampledRoutes(1, 2, true));
