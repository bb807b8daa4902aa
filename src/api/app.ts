import cors from 'cors';
import express, { type Express } from 'express';
import helmet from 'helmet';
import { allPermissions } from '#domain/access/catalogue.js';
import { createUtf8Mail } from '#operations/mail/utf8-mail.js';
import type { Platform } from '#operations/platform.js';
import type { Authenticator } from '#api/kernel/principal.js';
import { secretAccountPaths } from './accounts/auth-paths.js';
import { trustedOrigins } from './accounts/trusted-origins.js';
import { allowedMethods } from '#api/kernel/allowed-methods.js';
import { routeProblems } from '#api/kernel/check-routes.js';
import { createActGuard } from '#api/kernel/middleware/act-guard.js';
import { errorHandler, unknownRoute } from '#api/kernel/middleware/errors.js';
import { createFailedAttempts } from '#api/kernel/middleware/failed-attempts.js';
import { trustedProxies } from '#lib/trusted-proxies.js';
import { forwardedAddresses } from '#api/kernel/middleware/forwarded-addresses.js';
import { createGuessLimit } from '#api/kernel/middleware/guess-limit.js';
import { createRateLimiters } from '#api/kernel/middleware/rate-limit.js';
import { requestContext } from '#api/kernel/middleware/request-context.js';
import { sameOriginOnly } from '#api/kernel/middleware/same-origin.js';
import { type BodyPace, slowBodies } from '#api/kernel/middleware/slow-bodies.js';
import { createPathMask } from '#api/kernel/path-mask.js';
import { mountRoutes } from '#api/kernel/mount.js';
import { consoleRouter } from './console/console-router.js';
import { referencePage } from './reference/reference-page.js';
import { startPage } from './reference/start-page.js';
import type { Route } from '#api/kernel/route.js';
import { allRoutes } from './routes.js';
import { createServices, type ServiceOptions } from './services.js';

export interface AppParts {
  authenticator: Authenticator;
  /** Mounted before any body is parsed, for a library that returns its own paths. */
  before?: (app: Express) => void;
  /** How fast bodies have to arrive; the usual pace unless a test is in a hurry. */
  bodyPace?: BodyPace;
  /** What services do otherwise in tests. */
  services?: ServiceOptions;
  /** Instead of the routes of all features: a test adds routes that it declares. */
  routes?: readonly Route[];
}

/** The HTTP application. @throws Error naming every declaration that cannot work. */
export function createApp(platform: Platform, parts: AppParts): Express {
  const { config, logger } = platform;
  const routes = parts.routes ?? allRoutes;
  const problems = routeProblems(routes, allPermissions);
  if (problems.length > 0) throw new Error(`Routes refused:\n${problems.join('\n')}`);

  const app = express();
  app.set('trust proxy', trustedProxies(config));
  app.set('query parser', false);
  app.disable('x-powered-by');
  app.use(forwardedAddresses);
  const mask = createPathMask(routes, secretAccountPaths);
  app.use(requestContext(logger, platform.metrics.http, mask));
  app.use(slowBodies(parts.bodyPace));
  app.use(helmet());
  app.use(
    cors({
      origin: config.CORS_ORIGINS.length > 0 ? config.CORS_ORIGINS : false,
      credentials: true,
      exposedHeaders: ['x-request-id', 'retry-after', 'content-disposition', 'x-content-revision'],
    }),
  );
  parts.before?.(app);
  app.use(sameOriginOnly(() => trustedOrigins(platform)));
  app.use(startPage(platform));
  app.use(referencePage());
  app.use(consoleRouter(platform, { routes }));
  app.use(
    mountRoutes(routes, {
      services: createServices(platform, parts.services),
      authenticator: parts.authenticator,
      actGuard: createActGuard(platform),
      failedAttempts: createFailedAttempts(config.RATE_LIMIT_FACTOR),
      guessLimit: createGuessLimit(config.RATE_LIMIT_FACTOR),
      rateLimiters: createRateLimiters({ knex: platform.knex, factor: config.RATE_LIMIT_FACTOR }),
      clock: platform.clock,
      checkResponses: config.CHECK_ANSWERS,
      utf8Mail: createUtf8Mail(platform),
    }),
  );
  app.use(unknownRoute(allowedMethods(routes)));
  app.use(errorHandler({ logger, debug: config.NODE_ENV === 'development', mask }));
  return app;
}
