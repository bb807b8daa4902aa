import { bannerColumns } from '#domain/banners/banner.js';

/** The columns of the tables of this feature. */
export const bannersTables = {
  banners: { ...bannerColumns },
};
