import type { Logger } from '#lib/logger.js';
import { SearchUnavailable } from '#integrations/search/search-engine.js';
import type { TypesenseClient } from './typesense-client.js';

/** A server may be upgraded while this process runs. */
const READ_MS = 60_000;
const LOWEST = [0, 24] as const;
/** 0.24 against the server itself, 30 against the stand-in of the tests. The release after 0.25 is 26. */
const TESTED_MAJORS = [0, 30];
/** Since then synonyms are sets of the server; before, each collection has its own. */
const SYNONYM_SETS = 30;

export interface ServerVersion {
  text: string;
  hasSynonymSets: boolean;
}

/** A version that cannot be read as one, such as that of a nightly build, is taken for the newest. */
function parse(text: string): { major: number; minor: number } | null {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(text) ?? [];
  return major === undefined || minor === undefined ? null : { major: Number(major), minor: Number(minor) };
}

function isTooOld({ major, minor }: { major: number; minor: number }): boolean {
  return major < LOWEST[0] || (major === LOWEST[0] && minor < LOWEST[1]);
}

/** Reads which server responds, at most once a minute, and warns of one that nobody has tried. */
export function createVersionReader(
  client: TypesenseClient,
  { logger, now }: { logger: Pick<Logger, 'warn'>; now: () => number },
) {
  let known: { version: ServerVersion; until: number } | undefined;
  let warnedOf: string | undefined;

  /** @throws SearchUnavailable below 0.24 */
  return async function serverVersion(): Promise<ServerVersion> {
    if (known && known.until > now()) return known.version;
    const { version: text } = await client.search((server) => server.debug.retrieve());
    const parsed = parse(text);
    if (parsed && isTooOld(parsed))
      throw new SearchUnavailable(
        `Typesense ${text} is older than ${LOWEST.join('.')}, the oldest that works`,
      );
    if (warnedOf !== text && !(parsed && TESTED_MAJORS.includes(parsed.major))) {
      warnedOf = text;
      logger.warn({ version: text, tested: TESTED_MAJORS }, 'untested major version of the search server');
    }
    const version = { text, hasSynonymSets: !parsed || parsed.major >= SYNONYM_SETS };
    known = { version, until: now() + READ_MS };
    return version;
  };
}
