import { holdContract } from './hold-contract.js';
import { NOBODY } from '../_support/platform-config.js';
import { API, PANEL, publicAddresses, searchAway, whilePending } from './public-addresses.js';

holdContract('000 and 002, behind public addresses and without some workers', {
  environment: {
    PUBLIC_API_BASE_URL: API,
    PUBLIC_ADMIN_URL: PANEL,
    TYPESENSE_URL: NOBODY,
    TYPESENSE_API_KEY: 'the-key-of-nobody',
  },
  workers: ['core', 'feeds', 'mail', 'relay'],
  tables: { publicAddresses, searchAway, whilePending },
  atLeast: 100,
});
