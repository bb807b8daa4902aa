import { holdContract } from './hold-contract.js';
import { API, PANEL, publicAddresses, whilePending } from './public-addresses.js';

holdContract('000 and 002, behind public addresses and without some workers', {
  environment: { PUBLIC_API_BASE_URL: API, PUBLIC_ADMIN_URL: PANEL },
  workers: ['core', 'feeds', 'mail', 'relay'],
  tables: { publicAddresses, whilePending },
  atLeast: 100,
});
