import type { Request, Response } from 'express';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { contentScope } from '#lib/request-scope.js';

/** What a client sends that has written and wants to read what it wrote, wherever its request arrives. */
export const MIN_REVISION = 'X-Min-Revision';

const ENTRY = /^([a-z-]{1,40})=(\d{1,15})$/;
const MAX_ENTRIES = 10;

/** Records the revisions of storefront content that a request wants to see. @throws AppError VALIDATION_ERROR */
export function readMinRevision(request: Pick<Request, 'get'>): void {
  const sent = request.get(MIN_REVISION);
  const scope = contentScope();
  if (sent === undefined || !scope) return;
  const entries = sent.split(',').map((entry) => ENTRY.exec(entry.trim()));
  if (entries.length > MAX_ENTRIES || entries.includes(null)) {
    const message = 'must be what X-Content-Revision said, like banners=12, dynamic-links=3';
    throw platformErrors.validation(
      {},
      { errors: [{ path: 'header.x-min-revision', message, code: 'invalid_format' }] },
    );
  }
  scope.wanted = new Map(
    entries.flatMap((found) => (found?.[1] ? [[found[1], Number(found[2])] as const] : [])),
  );
}

/** Says in a response which revisions of storefront content the request has raised. */
export function writeContentRevision(response: Response): void {
  const raised = contentScope()?.raised;
  if (!raised || response.headersSent) return;
  const text = [...raised].map(([kind, revision]) => `${kind}=${revision}`).join(', ');
  response.setHeader('X-Content-Revision', text);
}
