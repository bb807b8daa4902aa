import { readdirSync } from 'node:fs';
import type { Flow } from '../flow.js';

const ENDING = '.flow.ts';

/** Every flow that lies in this folder, by its file. */
export async function findFlows(): Promise<Flow[]> {
  // Where the sources are, also for the compiled form: what was compiled once may lie there longer than its source.
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(ENDING));
  return Promise.all(
    files.sort().map(async (file) => {
      const { createFlow } = (await import(`./${file.replace(/ts$/, 'js')}`)) as { createFlow?: () => Flow };
      const flow = createFlow?.();
      // Told by its name, and chosen by it.
      if (flow?.name !== file.slice(0, -ENDING.length))
        throw new Error(`flows/${file} has no createFlow that makes a flow of its name`);
      return flow;
    }),
  );
}
