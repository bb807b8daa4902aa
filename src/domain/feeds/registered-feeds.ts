import { feedDeclarations } from '#domain/feed-declarations.js';
import type { FeedId } from './feed.js';
import type { FeedDeclaration } from './feed-declaration.js';

/**
 * The feeds of this installation: one whose plugin is taken out responds with 404, collects no intents and runs nothing.
 */
export const registeredFeeds: readonly FeedDeclaration[] = feedDeclarations;

/** @throws Error for a feed whose plugin is not registered */
export function feedOf(id: FeedId): FeedDeclaration {
  const found = registeredFeeds.find((feed) => feed.id === id);
  if (!found) throw new Error(`The feed ${id} is not registered`);
  return found;
}
