import { contentPageColumns } from '#domain/content-pages/content-page.js';

/** The columns of the tables of this feature. */
export const contentPagesTables = {
  content_pages: { ...contentPageColumns },
};
