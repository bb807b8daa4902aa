import { createHash, randomUUID } from 'node:crypto';

/** A form that is sent twice counts once; one that was changed and is sent again counts again. */
export function onceFor(form: URLSearchParams, body: object): { idempotencyKey: string } {
  const formKey = form.get('formKey');
  if (!formKey) return { idempotencyKey: randomUUID() };
  const hash = createHash('sha256').update(JSON.stringify([formKey, body]));
  return { idempotencyKey: hash.digest('hex') };
}
