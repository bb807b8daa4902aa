import { ACTED, type PersonalData } from '#db/kernel/personal-data.js';

export const productImportsPersonalData: PersonalData = {
  tables: [],
  none: { product_imports: ACTED },
};
