import { BUSINESS, type PersonalData } from '#db/kernel/personal-data.js';

export const outboundWebhooksPersonalData: PersonalData = {
  tables: [],
  none: {
    outbound_webhooks_endpoints: BUSINESS,
  },
};
