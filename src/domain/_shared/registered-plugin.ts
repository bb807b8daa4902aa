/** A plugin of this installation, as `npm run generate` found it. */
export interface RegisteredPlugin {
  name: string;
  version: string;
  /** What its tables begin with. */
  prefix: string;
  /** The names of its workflows. */
  workflows: readonly string[];
}
