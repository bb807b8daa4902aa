import { readCurationVersions } from '#db/search/curation-version.query.js';
import { createSearchRulesRepository } from '#db/search/search-rules.repository.js';
import { createSynonymsRepository } from '#db/search/synonyms.repository.js';
import { type KeptRule, ruleFor, ruleTable, type RuleTable } from '#domain/search/search-rule.js';
import type { Platform } from '#operations/platform.js';

const CHECKED_MS = 500;

/**
 * What operators decide about searches, in memory: the engine of this process uses the synonyms as they are, and rules are
 * looked up here. One statement in half a second reads whether any of it changed; a change is in effect within a second.
 */
export function createCurrentCuration(
  { knex, search, clock }: Pick<Platform, 'knex' | 'search' | 'clock'>,
  now: () => number = Date.now,
) {
  const synonyms = createSynonymsRepository(knex);
  const stored = createSearchRulesRepository(knex);
  let known: { synonyms?: string; rules?: string } = {};
  let rules: RuleTable = new Map();
  let checkedAt = 0;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    const current = await readCurationVersions(knex);
    if (current.synonyms !== known.synonyms) {
      await search.useSynonyms(await synonyms.all());
      known = { ...known, synonyms: current.synonyms };
    }
    if (current.rules !== known.rules) {
      rules = ruleTable(await stored.kept(clock.now()));
      known = { ...known, rules: current.rules };
    }
    checkedAt = now();
  }

  return {
    async ensure(): Promise<void> {
      if (known.rules !== undefined && now() - checkedAt < CHECKED_MS) return;
      checking ??= check().finally(() => (checking = undefined));
      await checking;
    },

    /** The rule of a search at this moment. */
    rule: (
      asked: { q: string; categories?: readonly string[] | undefined },
      at: Date,
    ): KeptRule | undefined => ruleFor(rules, asked, at),
  };
}
