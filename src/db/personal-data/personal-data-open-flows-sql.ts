/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const personalDataOpenFlows: Readonly<Record<string, string>> = {
  'personal-data-export': `select id from personal_data_exports where status in ('pending', 'processing')`,
  'personal-data-erase': `select id from personal_data_erasures where status in ('scheduled', 'erasing')`,
};
