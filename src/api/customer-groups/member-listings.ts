import { hasMemberListings, memberListings } from '#db/customer-groups/member-listings.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';

/** A first listing for a group is found within this time. */
const CHECKED_MS = 1_000;

/**
 * The private products that searches find for a member of customer groups. Membership is read anew each time: who leaves a
 * group finds nothing of it any more. Visitors cost no statement, nor do customers while no product is named for a group.
 */
export function createMemberListings({ knex }: Pick<Platform, 'knex'>, now: () => number = Date.now) {
  let any: { until: number; found: Promise<boolean> } | undefined;

  function hasAny(): Promise<boolean> {
    if (any && any.until > now()) return any.found;
    const entry = { until: now() + CHECKED_MS, found: hasMemberListings(knex) };
    any = entry;
    entry.found.catch(() => {
      if (any === entry) any = undefined;
    });
    return entry.found;
  }

  return {
    /** Undefined where the caller sees what everybody sees. */
    async idsOf({ userId, anonymous, now: at }: Context): Promise<readonly string[] | undefined> {
      if (userId === undefined || anonymous || !(await hasAny())) return undefined;
      const ids = await memberListings(knex, userId, at);
      return ids.length > 0 ? ids : undefined;
    },
  };
}
