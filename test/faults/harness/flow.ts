import type { Container } from '#runtime/container.js';
import type { ToleratedFailure } from './checks/workflows.js';
import type { RetryingClient } from './clients/retrying-client.js';
import type { InboxWatch } from './clients/inbox-watch.js';
import type { Finding } from './finding.js';
import type { Disturbances } from './injection/disturbances.js';
import type { Points } from './injection/points.js';
import type { RunFolder } from './processes/run-folder.js';
import type { Random } from './random.js';

/** What flows live in. */
export interface Fixtures {
  /** The platform as its clients see it. */
  api: RetryingClient;
  points: Points;
  /** For preparing before the first fault and checking after the last; never for what a client does. */
  container: Container;
  inbox: InboxWatch;
  /** The receiver of webhooks. */
  webhooksUrl: string;
  folder: RunFolder;
  /** What was hurt, and when. */
  disturbances: Disturbances;
}

/**
 * One thing that people do with the platform, over and over while it is being hurt. Each is a file `<name>.flow.ts` in
 * `flows/` whose `createFlow` makes it, with all that there is to know about it.
 */
export interface Flow {
  name: string;
  /** How many clients do it at the same time. */
  clients: number;
  /** Pause of a client between two rounds, in milliseconds. */
  pauseMs: number;
  /** Moments of a round at which a fault can be made to strike: what it reports to `fixtures.points`. */
  points: readonly string[];
  /**
   * Work that may be under way when the faults end, by what it is called: what follows `from` in a query that counts
   * it. Waited for whether the flow is part of the run or not.
   */
  rest?: Readonly<Record<string, string>>;
  /** Workflows that wait for days by design once the work in `rest` is done, until `later` ends them. */
  idle?: readonly string[];
  /** Workflows that an outage may make fail for good, and as what. */
  mayFail?: readonly ToleratedFailure[];
  /** Makes what the clients need, before anything is hurt. */
  prepare?(fixtures: Fixtures): Promise<void>;
  /**
   * One round of one client, to its end. Throws when a response is not what it has to be, whatever is hurt meanwhile.
   * What the platform acknowledged is remembered for `check`.
   */
  round(fixtures: Fixtures, random: Random): Promise<void>;
  /** Ends waits of minutes, time and again while everything comes to rest; called whether the flow is part of the run or not. */
  hasten?(fixtures: Fixtures): Promise<void>;
  /** Brings forward what the clock would do hours later, when everything is up and at rest again. */
  later?(fixtures: Fixtures): Promise<void>;
  /** Looks, when everything is up and at rest again, whether all that was acknowledged is there. */
  check(fixtures: Fixtures): Promise<Finding[]>;
  /** What holds of the platform's tables and files in every flow: looked at in every run. */
  invariants?(fixtures: Fixtures): Promise<Finding[]>;
}
