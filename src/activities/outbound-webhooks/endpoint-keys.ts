import type { ClaimedDelivery } from '#db/outbound-webhooks/deliveries.repository.js';
import type { Keyring } from '#lib/keyring.js';
import { readHeaders } from '#operations/outbound-webhooks/endpoint-secrets.js';

/** Endpoints whose secrets are kept opened; more than an installation has. */
const MAX_KEPT = 2_000;

interface Keys {
  secret: string;
  previousSecret: string | null;
  headers: Record<string, string>;
}

/**
 * Opens the secrets of endpoints, once for each value: a delivery costs as much as opening three of them. A value that changes
 * is another key.
 */
export function createEndpointKeys(keyring: Keyring) {
  const opened = new Map<string, { of: string; keys: Keys }>();

  return (delivery: ClaimedDelivery, now: Date) => {
    const { endpointId, secretEncrypted, previousSecretEncrypted, headersEncrypted } = delivery;
    const of = `${secretEncrypted} ${previousSecretEncrypted ?? ''} ${headersEncrypted ?? ''}`;
    let found = opened.get(endpointId);
    if (found?.of !== of) {
      if (opened.size >= MAX_KEPT) opened.clear();
      const keys = {
        secret: keyring.decrypt(secretEncrypted),
        previousSecret: previousSecretEncrypted === null ? null : keyring.decrypt(previousSecretEncrypted),
        headers: readHeaders(keyring, headersEncrypted),
      };
      found = { of, keys };
      opened.set(endpointId, found);
    }
    const { secret, previousSecret, headers } = found.keys;
    const { previousSecretUntil } = delivery;
    const both = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now;
    return { secrets: both ? [secret, previousSecret] : [secret], headers };
  };
}
