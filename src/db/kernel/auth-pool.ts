import pg from 'pg';
import { type Pooler, timeoutsAtConnect } from './pooler.js';
import { queryClasses } from './query-classes.js';

/** Enough for all sign-ins: their passwords are hashed before a connection is taken. */
const MAX_CONNECTIONS = 4;

/**
 * The pool of better-auth. Apart from the platform's, so that a rush of sign-ups does not keep
 * orders waiting. Connects at the first use, gives idle connections back after 10 seconds.
 */
export function createAuthPool(options: {
  url: string;
  pooler?: Pooler;
  onError: (error: Error) => void;
}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: 'haat-auth',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 10_000,
    ...timeoutsAtConnect(queryClasses.signIn, options.pooler),
    allowExitOnIdle: true,
  });
  // A connection that breaks while idle is replaced at the next use.
  pool.on('error', options.onError);
  // The pool listens to idle connections alone. One that breaks in somebody's hands, between two statements of a
  // transaction, would end the process; their next statement fails with it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
