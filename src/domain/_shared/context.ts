import type { Act } from '#domain/access/acts.js';
import type { SupportedVendor } from '#domain/vendors/support.js';
import type { VendorRole } from '#domain/vendors/vendor-role.js';

/** Who does something. `id` is the user id, the API key id, or the name of the part of the platform. */
export interface Actor {
  type: 'user' | 'guest' | 'api_key' | 'system' | 'webhook';
  id: string;
}

/** Travels into every workflow and activity, so that logs and audit rows there name the one who asked. */
export interface Origin {
  actor: Actor;
  requestId: string;
}

/** The first argument of every use case. */
export interface Context extends Origin {
  now: Date;
  /** The signed-in user, also when that user is an anonymous guest; undefined for API keys and the platform itself. */
  userId?: string;
  /** The session itself, for what changes it. */
  sessionId?: string;
  /** When the session was signed in. */
  signedInAt?: Date;
  email?: string;
  /** Where the request came from; undefined for the platform's own work. */
  address?: string;
  /** The `User-Agent` of the request, as the client sent it; undefined for the platform's own work. */
  userAgent?: string;
  /** The `Accept-Language` of the request; undefined for the platform's own work. */
  acceptLanguage?: string;
  /** Of an API key: whether it may do acts with money. */
  moneyActs?: boolean;
  /** The class of the operation that was called; undefined where it has no class, and for the platform's own work. */
  act?: Act;
  /** What the session still lacks of its second factor; only operations that say so take such a session. */
  missingFactor?: 'code' | 'enrolment';
  anonymous?: boolean;
  permissions: ReadonlySet<string>;
  /** The active vendor of a vendor session, and the role within it. */
  vendorId?: string;
  vendorRole?: VendorRole;
  /** The vendor whose panel an operator looks at. */
  support?: SupportedVendor;
  /** Set when the client sent `Idempotency-Key` to an operation that honours it. */
  idempotency?: IdempotencyKey;
  /** Set when the client sent `If-Match`: the first unit of work of the request holds what is stored against it. */
  precondition?: Precondition;
}

export interface Precondition {
  /** Whether a unit of work has committed under it. */
  met: boolean;
  /** Reads what is edited, on the connection of the unit of work. @throws AppError PRECONDITION_FAILED */
  check: () => Promise<void>;
}

export interface IdempotencyKey {
  principal: string;
  operation: string;
  key: string;
  bodyHash: string;
}

/** The context of work that no person asked for directly: schedules, deliveries, activities. */
export function systemContext(origin: Partial<Origin> & { name?: string }, now: Date): Context {
  return {
    actor: origin.actor ?? { type: 'system', id: origin.name ?? 'platform' },
    requestId: origin.requestId ?? origin.name ?? 'platform',
    permissions: new Set(),
    now,
  };
}

/** The part of a context that may travel: ids only. */
export function originOf(ctx: Origin): Origin {
  return { actor: { type: ctx.actor.type, id: ctx.actor.id }, requestId: ctx.requestId };
}
