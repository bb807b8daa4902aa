import { z } from 'zod';
import { type Controls, createControls } from '../_shared/controls.js';
import { type Faults, faultShape, noFaults } from '../_shared/faults.js';

/** What the processed product says is wrong with an item. */
export interface ScriptedIssue {
  code: string;
  severity: 'NOT_IMPACTED' | 'DEMOTED' | 'DISAPPROVED';
  attribute?: string;
  description?: string;
}

export interface MerchantControls extends Faults {
  /** Seconds that an access token lasts. */
  tokenSeconds: number;
  /** Whether consents give a refresh token. */
  refreshTokens: boolean;
  /** Refresh tokens that were given out before are refused. */
  deadGrants: boolean;
  /** Another client secret than the one that it was started with. */
  clientSecret: string;
  /** Whether the cloud project has to be registered, and how long that takes to have effect. */
  needsRegistration: boolean;
  registrationDelayMs: number;
  /** Whether the grant may see the account. */
  accountAccess: boolean;
  /** The accounts that the grant may see; all of them while it is empty. */
  accounts: string[];
  /** Whether the account has a shipping service, which India asks for. */
  accountShipping: boolean;
  /** Whether the account allows a further read of its data sources today; the service allows two. */
  sourceReads: boolean;
  /** How long the processed view is behind. */
  visibilityMs: number;
  minuteLimit: number;
  dayLimit: number;
  /** Sets the clock of the sandbox ahead. */
  aheadMs: number;
  /** Issues of the processed product, by offer id; `*` for all. */
  issues: Record<string, ScriptedIssue[]>;
  /** How many of the next inserts are outdated by a stored version, by offer id. */
  abort: Record<string, number>;
  /** Messages with which inserts are refused, by offer id; `*` for all. */
  refuse: Record<string, string>;
}

const schema: z.ZodType<Partial<MerchantControls>> = z
  .strictObject({
    ...faultShape,
    tokenSeconds: z.number().min(0),
    refreshTokens: z.boolean(),
    deadGrants: z.boolean(),
    clientSecret: z.string().max(500),
    needsRegistration: z.boolean(),
    registrationDelayMs: z.number().int().min(0),
    accountAccess: z.boolean(),
    accounts: z.array(z.string()),
    accountShipping: z.boolean(),
    sourceReads: z.boolean(),
    visibilityMs: z.number().int().min(0),
    minuteLimit: z.number().int().min(0),
    dayLimit: z.number().int().min(0),
    aheadMs: z.number().int(),
    issues: z.record(
      z.string(),
      z.array(
        z.strictObject({
          code: z.string(),
          severity: z.enum(['NOT_IMPACTED', 'DEMOTED', 'DISAPPROVED']),
          attribute: z.string().optional(),
          description: z.string().optional(),
        }),
      ),
    ),
    abort: z.record(z.string(), z.number().int().min(0)),
    refuse: z.record(z.string(), z.string()),
  })
  .partial();

export function createMerchantControls(): Controls<MerchantControls> {
  const initial: MerchantControls = {
    ...noFaults,
    tokenSeconds: 3_599,
    refreshTokens: true,
    deadGrants: false,
    clientSecret: '',
    needsRegistration: true,
    registrationDelayMs: 0,
    accountAccess: true,
    accounts: [],
    accountShipping: true,
    sourceReads: true,
    visibilityMs: 120_000,
    minuteLimit: 6_000,
    dayLimit: 1_000_000,
    aheadMs: 0,
    issues: {},
    abort: {},
    refuse: {},
  };
  return createControls(initial, schema);
}
