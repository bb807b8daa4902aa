import { createPlatformFindings } from '#operations/health/platform-findings.js';
import type { Container } from '#runtime/container.js';
import { type Finding, findingOf } from './finding.js';

/** Kinds that another check compares row by row. */
const COMPARED = new Set(['engine', 'open_flows', 'parked_deliveries', 'search', 'search_filling']);

/** The list of findings that health and the administrators' first page show. */
export async function checkPlatform(container: Container): Promise<Finding[]> {
  await container.storageWatch.check();
  const found = await createPlatformFindings(container).read();
  return found
    .filter(({ kind }) => !COMPARED.has(kind))
    .flatMap(({ kind, problem }) =>
      findingOf([kind], { check: 'platform', problem, command: 'GET /health/ready', fixable: false }),
    );
}
