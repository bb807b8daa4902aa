import { blockPrintFamilies } from './block-prints.catalog.js';
import { brasswareFamilies } from './brassware.catalog.js';
import { craftFamilies } from './crafts.catalog.js';
import { handloomFamilies } from './handlooms.catalog.js';
import { herbalFamilies } from './herbals.catalog.js';
import { kitchenFamilies } from './kitchen.catalog.js';
import { pantryFamilies } from './pantry.catalog.js';
import type { ProductFamily } from './product-family.js';
import { spiceFamilies } from './spices.catalog.js';
import type { VendorKey } from './vendors.words.js';

/** Who sells what. */
export const familiesByVendor: Readonly<Record<VendorKey, readonly ProductFamily[]>> = {
  handlooms: handloomFamilies,
  blockPrints: blockPrintFamilies,
  brassware: brasswareFamilies,
  spices: spiceFamilies,
  pantry: pantryFamilies,
  crafts: craftFamilies,
  herbals: herbalFamilies,
  kitchen: kitchenFamilies,
};
