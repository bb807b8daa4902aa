import { type CampaignBlock, simpleBlocks } from '#domain/campaigns/campaign-blocks.js';
import type { ShownContent } from '#domain/campaigns/shown-content.js';
import { SearchIndexMissing, SearchUnavailable } from '#integrations/search/search-engine.js';
import type { ReadShownContent } from '#operations/campaigns/read-shown-content.js';

/** What blocks show of the shop, for somebody who looks: listings are left out while the search is away, with a warning. */
export async function readShownNow(
  read: ReadShownContent,
  blocks: readonly CampaignBlock[],
  now: Date,
): Promise<{ shown: ShownContent; warnings: string[] }> {
  try {
    return { shown: await read(blocks, now), warnings: [] };
  } catch (error) {
    if (!(error instanceof SearchUnavailable) && !(error instanceof SearchIndexMissing)) throw error;
    const others = simpleBlocks(blocks)
      .map(({ block }) => block)
      .filter(({ type }) => type !== 'listing');
    const warning =
      'Listings cannot be read now, because the search is not available; a campaign waits for it';
    return { shown: await read(others, now), warnings: [warning] };
  }
}
