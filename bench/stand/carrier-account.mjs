import { readFileSync } from 'node:fs';
import { inProject } from '../../scripts/supervisor/paths.mjs';
import { adminToken } from './sessions.mjs';

/** Sets the platform's account at the carrier: the secrets of the seeded data are encrypted with another key. */
export async function setCarrierAccount(stand) {
  const account = readFileSync(inProject('docs', 'tour', 'carrier-account.json'), 'utf8');
  const response = await fetch(`${stand.url}/admin/shipping/carrier/config`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${await adminToken(stand)}`, 'content-type': 'application/json' },
    body: account,
  });
  if (!response.ok) throw new Error(`The carrier account was refused: ${await response.text()}`);
  return JSON.parse(account);
}
