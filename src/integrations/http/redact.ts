const MASK = '[redacted]';

/**
 * Replaces each secret wherever it stands in a text or JSON value, also inside longer strings:
 * services like to echo the key they refused.
 */
export function redact<T>(value: T, secrets: readonly string[]): T {
  const present = secrets.filter((secret) => secret.length >= 4);
  return present.length === 0 ? value : (redactValue(value, present) as T);
}

function redactValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, MASK), value);
  }
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [redactValue(key, secrets), redactValue(item, secrets)]),
    );
  }
  return value;
}
