import type { BodyOf, DataOf, RowOf } from 'haat-client';

export type ContentPage = DataOf<'getAdminContentPagesById'>;
export type ListedPage = RowOf<'getAdminContentPages'>;
export type PageBody = NonNullable<BodyOf<'postAdminContentPages'>>;

/** What the form edits; empty texts are null for the API. */
export interface PageDraft {
  title: string;
  slug: string;
  content: string;
  template: 'default' | 'html';
  status: 'DRAFT' | 'PUBLISHED';
  parentId: string | null;
  description: string;
  layout: string;
  hideLowerMenu: boolean;
  metaTitle: string;
  metaDescription: string;
  metaKeywords: string;
  metaRobots: string;
  ogTitle: string;
  ogDescription: string;
  ogImage: string | null;
}

export const draftOf = (page: ContentPage | null): PageDraft => ({
  title: page?.title ?? '',
  slug: page?.slug ?? '',
  content: page?.content ?? '',
  template: page?.template ?? 'default',
  status: page?.status ?? 'DRAFT',
  parentId: page?.parentId ?? null,
  description: page?.description ?? '',
  layout: page?.layout ?? '',
  hideLowerMenu: page?.hideLowerMenu ?? false,
  metaTitle: page?.metaTitle ?? '',
  metaDescription: page?.metaDescription ?? '',
  metaKeywords: page?.metaKeywords ?? '',
  metaRobots: page?.metaRobots ?? 'index, follow',
  ogTitle: page?.ogTitle ?? '',
  ogDescription: page?.ogDescription ?? '',
  ogImage: page?.ogImage ?? null,
});

/** The changed fields as the API takes them. */
export function bodyOf(changed: Partial<PageDraft>): Partial<PageBody> {
  const required = new Set(['title', 'content', 'template', 'status', 'metaRobots']);
  return Object.fromEntries(
    Object.entries(changed)
      .filter(([name, value]) => name !== 'slug' || value !== '')
      .map(([name, value]) => [name, value === '' && !required.has(name) ? null : value]),
  );
}

/** A page around the content, for the preview; the storefront has its own. */
export const previewOf = ({ content, title, template }: PageDraft) =>
  template === 'html' && /<html[\s>]/i.test(content)
    ? content
    : `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title.replace(/[<&]/g, ' ')}</title><style>body{font:16px/1.6 system-ui,sans-serif;color:#1b222b;background:#fff;margin:24px auto;padding:0 16px;max-width:760px}img{max-width:100%;height:auto}</style></head><body>${content}</body></html>`;

export interface PartProps {
  draft: PageDraft;
  set: (fields: Partial<PageDraft>) => void;
  errors: Record<string, string>;
}
