import { NO_PERSON, deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const eventsPersonalData: PersonalData = {
  tables: [
    {
      table: 'idempotency_keys',
      text: 'Responses that are repeated for the same key',
      rows: "r.principal like 'user:' || :userId || ':%'",
      key: ['principal', 'operation', 'key'],
      file: [],
      notInFile: 'repeats responses of the last day',
      erasure: deleted,
    },
  ],
  none: {
    outbox_events: 'is deleted seven days after its delivery; workflows and webhooks get ids from it',
    outbox_deliveries: NO_PERSON,
  },
};
