import { NO_PERSON, type PersonalData } from '#db/kernel/personal-data.js';

export const feedsPersonalData: PersonalData = { tables: [], none: { feeds_items: NO_PERSON } };
