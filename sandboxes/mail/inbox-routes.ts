import express, { type Response, Router } from 'express';
import { projectFile } from '#lib/project-files.js';
import type { Inbox, InboxMessage } from './inbox.js';

const WEB = projectFile('sandboxes/mail/web');

/** The page needs its own script and style, and frames that show a message. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'";
/** A mail runs nothing, wherever it is opened; links open in a new window. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src http: https: data:";

/** The web page of the inbox and its JSON API. */
export function inboxRoutes(inbox: Inbox): Router {
  const router = Router();

  router.get('/api/messages', (req, res) => {
    const messages = inbox.list(typeof req.query['q'] === 'string' ? req.query['q'] : undefined);
    res.json({ total: messages.length, messages });
  });
  router.delete('/api/messages', (_req, res) => {
    inbox.clear();
    res.status(204).end();
  });
  router.get('/api/messages/:id', (req, res) => {
    response(res, inbox.get(req.params.id), (message) => res.json(message));
  });
  router.get('/api/messages/:id/html', (req, res) => {
    response(res, inbox.get(req.params.id), (message) => {
      res.set('content-security-policy', MAIL_POLICY).type('html').send(displayHtml(message));
    });
  });
  router.get('/api/messages/:id/raw', (req, res) => {
    response(res, inbox.raw(req.params.id), (raw) => {
      res.attachment(`${req.params.id}.eml`).type('message/rfc822').send(raw);
    });
  });
  router.get('/api/messages/:id/attachments/:index', (req, res) => {
    response(res, inbox.attachment(req.params.id, Number(req.params.index)), (file) => {
      res.set('content-security-policy', MAIL_POLICY).set('x-content-type-options', 'nosniff');
      res.attachment(file.filename).type(file.mimeType).send(file.content);
    });
  });

  router.use((_req, res, next) => {
    res.set('content-security-policy', PAGE_POLICY);
    next();
  });
  router.use(express.static(WEB));
  return router;
}

function response<T>(res: Response, value: T | undefined, send: (value: T) => unknown): void {
  if (value === undefined) res.status(404).json({ error: 'No such message' });
  else send(value);
}

/** The message's HTML with its inline images pointing at the attachments they name. */
function displayHtml(message: InboxMessage): string {
  const html =
    message.html ?? '<p style="font-family:sans-serif;color:#667">This message has no HTML part.</p>';
  const withImages = html.replace(/cid:([^"'\s)>]+)/g, (whole, id: string) => {
    const index = message.attachments.findIndex(({ contentId }) => contentId === id);
    return index < 0 ? whole : `/api/messages/${message.id}/attachments/${index}`;
  });
  // Inside the head where there is one: before the doctype it would change how the page is laid out.
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(withImages)
    ? withImages.replace(/<head[^>]*>/i, `$&${base}`)
    : base + withImages;
}
