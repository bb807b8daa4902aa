import { requestSweeps } from './request-sweeps.js';
import { sampledRoutes } from './sampled-routes.js';

/** The first half of the routes that this run tries; two files, so that two processes share them. */
requestSweeps(await sampledRoutes(0, 2));
