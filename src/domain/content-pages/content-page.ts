import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import type { Metadata } from '#domain/_shared/json.js';

export const contentPageStatuses = ['DRAFT', 'PUBLISHED'] as const;
export type ContentPageStatus = (typeof contentPageStatuses)[number];

/** `default` is prose within the layout of the storefront, `html` is shown as it is. */
export const contentPageTemplates = ['default', 'html'] as const;
export type ContentPageTemplate = (typeof contentPageTemplates)[number];

/** Bytes in UTF-8. */
export const MAX_PAGE_CONTENT = 1024 * 1024;
/** Levels of the tree; a page without a parent is the first. */
export const MAX_PAGE_DEPTH = 50;
/** Pages that one duplication copies. */
export const MAX_PAGE_COPIES = 1_000;
export const MAX_PAGE_TITLE = 255;
export const MAX_PAGE_SLUG = 255;

/** A static page that an administrator writes. Pages stand under each other. */
export const contentPageColumns = {
  id: uuid,
  parentId: nullable(uuid),
  title: text,
  description: nullable(text),
  slug: text,
  /** Kept byte for byte, markup included. */
  content: text,
  status: textOf<ContentPageStatus>(),
  template: textOf<ContentPageTemplate>(),
  layout: nullable(text),
  hideLowerMenu: boolean,
  /** When it was first published; never changes after that. */
  publishedAt: nullable(instant),
  sortOrder: integer,
  metaTitle: nullable(text),
  metaDescription: nullable(text),
  metaKeywords: nullable(text),
  metaRobots: text,
  ogTitle: nullable(text),
  ogDescription: nullable(text),
  ogImage: nullable(text),
  ogType: nullable(text),
  /** JSON-LD. */
  schema: nullable(jsonOf<Metadata>()),
  metadata: nullable(jsonOf<Metadata>()),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: nullable(instant),
} as const satisfies Columns;
export type ContentPage = RowOf<typeof contentPageColumns>;

/** A row of the list: everything but the content and its JSON-LD. */
export type ContentPageSummary = Omit<ContentPage, 'content' | 'schema'>;

/** What an administrator may change; a field that is undefined stays as it is. */
export type ContentPageChanges = Partial<
  Omit<ContentPage, 'id' | 'publishedAt' | 'createdAt' | 'updatedAt' | 'deletedAt'>
>;

export type NewContentPage = ContentPageChanges & Pick<ContentPage, 'title' | 'content'>;

/** Whether writing these fields puts markup in front of shoppers, which needs its own permission. */
export function changesRawHtml(changes: ContentPageChanges): boolean {
  return changes.template !== undefined || changes.content !== undefined;
}

/** When a page counts as published from: the first time it is. */
export function publishedAtOf(
  before: Pick<ContentPage, 'publishedAt'> | null,
  status: ContentPageStatus | undefined,
  now: Date,
): Date | null {
  return before?.publishedAt ?? (status === 'PUBLISHED' ? now : null);
}
