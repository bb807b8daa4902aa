import { isIPv6 } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RateClass, Route } from '#api/kernel/route.js';
import type { Knex } from '#db/kernel/knex.js';
import { principalOf } from './authenticate.js';
import { tooMany } from '#api/kernel/too-many.js';

interface Limit {
  points: number;
  by: 'address' | 'principal';
  shared: boolean;
  /** Counted before the call and given back when it succeeded: only wrong guesses cost anything. */
  givenBack?: true;
}

/** Calls per minute. `shared` limits hold across processes, in Postgres; the others are per process, in memory. */
const limits: Record<RateClass, Limit> = {
  read: { points: 6_000, by: 'address', shared: false },
  browse: { points: 3_000, by: 'principal', shared: false },
  write: { points: 1_200, by: 'principal', shared: false },
  // What storefronts count of their buyers.
  event: { points: 600, by: 'address', shared: false },
  signIn: { points: 20, by: 'address', shared: true },
  // Shoppers behind one carrier's network share its address: what guesses no secret has room for many of them.
  guest: { points: 600, by: 'address', shared: true },
  link: { points: 300, by: 'address', shared: true },
  lookup: { points: 20, by: 'address', shared: true },
  orderLookup: { points: 20, by: 'address', shared: true, givenBack: true },
  // Somebody may be sent whatever the caller writes.
  testMail: { points: 20, by: 'principal', shared: true },
  placeOrder: { points: 120, by: 'principal', shared: true },
};
const SECONDS = 60;

export type RateLimiters = (route: Pick<Route, 'rate' | 'auth' | 'method'>) => RequestHandler[];

/** `factor` multiplies every limit; 0 turns them off (tests and benchmarks of one caller). */
export function createRateLimiters(options: { knex: Knex; factor: number }): RateLimiters {
  const limiters = new Map<RateClass, RateLimiterAbstract>();

  function limiter(name: RateClass): RateLimiterAbstract {
    const existing = limiters.get(name);
    if (existing) return existing;
    const points = Math.max(1, Math.round(limits[name].points * options.factor));
    const settings = { points, duration: SECONDS, keyPrefix: name };
    const made = limits[name].shared
      ? new RateLimiterPostgres({
          ...settings,
          storeClient: options.knex,
          storeType: 'knex',
          tableName: 'rate_limits',
          tableCreated: true,
          // A caller already over the limit costs no statement until its minute has passed.
          inMemoryBlockOnConsumed: settings.points,
        })
      : new RateLimiterMemory(settings);
    limiters.set(name, made);
    return made;
  }

  return (route) => {
    if (route.auth === 'webhook' || options.factor === 0) return [];
    const name = route.rate ?? usualClass(route);
    const { by, givenBack } = limits[name];
    const use = limiter(name);
    return [
      async (request, response, next) => {
        const key =
          by === 'principal' ? (principalOf(response)?.id ?? addressOf(request)) : addressOf(request);
        try {
          await use.consume(key);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          throw tooMany(refusal);
        }
        if (givenBack) giveBack(response, use, key, (status) => status !== 404);
        next();
      },
    ];
  };
}

/** Takes a counted call back once its response shows that it was right. */
export function giveBack(
  response: Response,
  limiter: RateLimiterAbstract,
  key: string,
  isRight: (status: number) => boolean,
): void {
  response.once('finish', () => {
    // A count that cannot be given back runs out by itself.
    if (isRight(response.statusCode)) void limiter.reward(key).catch(() => undefined);
  });
}

function usualClass(route: Pick<Route, 'auth' | 'method'>): RateClass {
  if (route.auth === 'public') return 'read';
  return route.method === 'get' ? 'browse' : 'write';
}

/**
 * Where the request comes from, as far as our own proxies are believed. Of an IPv6 address the network (/64), which is
 * the least that a line is given: its owner could use a new address for every call.
 */
export function addressOf(request: Pick<Request, 'ip'>): string {
  const address = request.ip ?? 'unknown';
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
