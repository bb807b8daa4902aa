import type { Container } from '#lib/container.js';
import type { PatientClient } from './clients/patient-client.js';
import type { InboxWatch } from './clients/inbox-watch.js';
import type { Points } from './injection/points.js';
import type { RunFolder } from './processes/run-folder.js';
import type { Random } from './random.js';

/** What flows live in. */
export interface World {
  /** The platform as its clients see it. */
  api: PatientClient;
  points: Points;
  /** For preparing before the first fault and checking after the last; never for what a client does. */
  container: Container;
  inbox: InboxWatch;
  folder: RunFolder;
}

/** What a check found; `problems` is empty when it holds. */
export interface Finding {
  /** What holds, as a sentence. */
  invariant: string;
  problems: string[];
  /** How much was looked at, for the report. */
  checked: number;
}

/**
 * One thing that people do with the platform, over and over while it is being hurt. Each flow is a file in `flows/` and
 * a line in its list.
 */
export interface Flow {
  name: string;
  /** How many clients do it at the same time. */
  clients: number;
  /** Pause of a client between two rounds, in milliseconds. */
  pauseMs: number;
  /** Makes what the clients need, before anything is hurt. */
  prepare?(world: World): Promise<void>;
  /**
   * One round of one client, to its end. Throws when an answer is not what it has to be, whatever is hurt meanwhile.
   * What the platform acknowledged is remembered for `check`.
   */
  round(world: World, random: Random): Promise<void>;
  /** Brings forward what the clock would do hours later, when everything is up and at rest again. */
  later?(world: World): Promise<void>;
  /** Looks, when everything is up and at rest again, whether all that was acknowledged is there. */
  check(world: World): Promise<Finding[]>;
}

/** A finding from the problems alone. */
export function finding(invariant: string, checked: number, problems: string[]): Finding {
  return { invariant, checked, problems };
}
