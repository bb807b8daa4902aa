import type { JobRemedy } from '#domain/jobs/job-remedy.js';
import type { Permission } from './permission.js';

/**
 * What the platform knows of a feature before anything of it runs. Each has one, `src/domain/<slug>/<slug>.feature.ts`, and that
 * file alone makes a feature known: `npm run generate` writes the lists of all layers from it and from the files beside
 * it. Workflows and contracts do not import it.
 */
export interface Feature {
  /** The name of its folders in each layer, and what its tables begin with. */
  readonly slug: string;
  /** What its operations are about, for the reference. */
  readonly text: string;
  /** Its permissions, each with a sentence for the catalogue. */
  readonly permissions?: Readonly<Record<Permission, string>>;
  /** The kinds of row that its path parameters name. */
  readonly entities?: readonly string[];
  /** Of a plugin: checks the options that `haat.config.ts` gives it; a schema of zod. */
  readonly options?: { parse(value: unknown): unknown };
  /** What an operator does about a run that failed or was ended from outside, and how it is retried, by workflow. */
  readonly remedies?: Readonly<Record<string, JobRemedy>>;
}

/** Declares a feature; the names of its entities become part of the type of path parameters. */
export function defineFeature<const T extends Feature>(feature: T): T {
  return feature;
}
