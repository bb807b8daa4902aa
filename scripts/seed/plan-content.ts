import type { Banner } from '#domain/banners/banner.js';
import type { ContentPage } from '#domain/content-pages/content-page.js';
import type { DynamicLink, DynamicLinkGroup } from '#domain/dynamic-links/dynamic-link.js';
import type { DynamicListing, DynamicListingGroup } from '#domain/dynamic-listings/dynamic-listing.js';
import { slugify } from '#domain/_shared/slug.js';
import type { Calendar } from './calendar.js';
import {
  bannerWords,
  linkGroupWords,
  listingGroupWords,
  pageWords,
  type PageWords,
} from './content.words.js';
import { createIds } from './draw.js';
import type { TaxonomyPlan } from './plan-taxonomy.js';

/** What the storefront shows beside products. */
export interface ContentPlan {
  banners: Partial<Banner>[];
  /** Parents before those under them. */
  pages: Partial<ContentPage>[];
  linkGroups: { group: Partial<DynamicLinkGroup>; links: Partial<DynamicLink>[] }[];
  listingGroups: { group: Partial<DynamicListingGroup>; listings: Partial<DynamicListing>[] }[];
}

const kinds = { category: 'categories', brand: 'brands', tag: 'tags', ingredient: 'ingredients' } as const;

export function planContent(seed: number, calendar: Calendar, taxonomy: TaxonomyPlan): ContentPlan {
  const newId = createIds(seed, 'content');
  const createdAt = calendar.daysAgo(50);
  const stamps = { createdAt, updatedAt: createdAt };
  const pages: ContentPlan['pages'] = [];

  function addPages(words: readonly PageWords[], parentId: string | null): void {
    for (const [
      sortOrder,
      { title, content, template = 'default', draft, children = [] },
    ] of words.entries()) {
      const id = newId();
      const state = draft
        ? { status: 'DRAFT' as const }
        : { status: 'PUBLISHED' as const, publishedAt: createdAt };
      pages.push({
        id,
        parentId,
        title,
        slug: slugify(title),
        content,
        template,
        sortOrder,
        ...state,
        ...stamps,
      });
      addPages(children, id);
    }
  }

  addPages(pageWords, null);
  return {
    pages,
    banners: bannerWords.map(({ of, entry, image, url, platform }, sortOrder) => ({
      id: newId(),
      entityType: of,
      entityId: taxonomy.idOf(kinds[of], entry),
      image,
      url,
      platform,
      sortOrder,
      ...stamps,
    })),
    linkGroups: linkGroupWords.map(({ title, links }) => {
      const group = { id: newId(), title, slug: slugify(title), ...stamps };
      const owned = links.map((link, sortOrder) => ({
        id: newId(),
        groupId: group.id,
        sortOrder,
        ...link,
        ...stamps,
      }));
      return { group, links: owned };
    }),
    listingGroups: listingGroupWords.map(({ title, listings }) => {
      const group = { id: newId(), title, slug: slugify(title), ...stamps };
      const owned = listings.map(({ filters, ...listing }, sortOrder) => ({
        id: newId(),
        groupId: group.id,
        slug: slugify(listing.title),
        sortOrder,
        filters,
        ...listing,
        ...stamps,
      }));
      return { group, listings: owned };
    }),
  };
}
