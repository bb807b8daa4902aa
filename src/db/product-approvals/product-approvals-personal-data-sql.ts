import { ACTED, type PersonalData } from '#db/kernel/personal-data.js';

export const productApprovalsPersonalData: PersonalData = {
  tables: [],
  none: { product_approvals: ACTED },
};
