import express from 'express';
import { controlRoutes } from '../_shared/controls.js';
import { listen } from '../_shared/listen.js';
import { createMailControls, type MailControls } from './controls.js';
import { createEventSender } from './event-sender.js';
import { createInbox, type InboxMessage } from './inbox.js';
import { inboxRoutes } from './inbox-routes.js';
import { mailApi } from './mail-api.js';
import { type SmtpCatcher, startSmtpCatcher } from './smtp-catcher.js';

export interface MailSandboxOptions {
  /** 0 takes a free port. */
  smtpPort: number;
  inboxPort: number;
  host?: string;
  /** How many messages are kept; 1000 when undefined. */
  keep?: number;
  /** Where events of the mail API are sent; nowhere when undefined. */
  webhookUrl?: string;
  /** Where the key is kept that signs them; a new one for each start when undefined. */
  keyFile?: string;
}

export interface MailSandbox {
  /** The web inbox, and the base URL of the mail API. */
  url: string;
  smtpPort: number;
  /** Of the key that signs events, as the platform's setting takes it. */
  webhookKey: string;
  sendEventsTo(url: string): void;
  control(patch: Partial<MailControls>): void;
  resetControls(): void;
  /** Newest first, optionally only those to an address. */
  messages(recipient?: string): InboxMessage[];
  /** Waits for a message that `matches`, by default for any; @throws Error when none came in time. */
  waitFor(matches?: (message: InboxMessage) => boolean, timeoutMs?: number): Promise<InboxMessage>;
  clear(): void;
  close(): Promise<void>;
}

/** Starts a mail catcher: SMTP and the SendGrid v3 API in front, one inbox with a web page behind. */
export async function startMailSandbox(options: MailSandboxOptions): Promise<MailSandbox> {
  const started: { smtp?: SmtpCatcher } = {};
  const controls = createMailControls(({ closed }) => started.smtp?.setClosed(closed));
  const inbox = createInbox({ messages: options.keep });
  const events = createEventSender({ controls: controls.current, keyFile: options.keyFile });
  if (options.webhookUrl) events.sendTo(options.webhookUrl);

  const app = express();
  app.disable('x-powered-by');
  app.use(controlRoutes(controls));
  app.use('/v3/mail/send', mailApi({ inbox, controls: controls.current, events }));
  app.get('/_webhook-key', (_req, res) => void res.type('text').send(events.publicKey));
  app.use(inboxRoutes(inbox));

  const smtp = await startSmtpCatcher({
    port: options.smtpPort,
    host: options.host,
    inbox,
    controls: controls.current,
  });
  started.smtp = smtp;
  const web = await listen(app, { port: options.inboxPort, host: options.host }).catch(
    async (error: unknown) => {
      await smtp.close();
      throw error;
    },
  );

  const messages = (recipient?: string): InboxMessage[] =>
    inbox
      .list()
      .map(({ id }) => inbox.get(id))
      .filter((message) => message !== undefined)
      .filter((message) => recipient === undefined || message.recipients.includes(recipient));

  return {
    url: web.url,
    smtpPort: smtp.port,
    webhookKey: events.publicKey,
    sendEventsTo: (url) => events.sendTo(url),
    control: (patch) => void controls.set(patch),
    resetControls: () => void controls.reset(),
    messages,
    waitFor: (matches = () => true, timeoutMs = 5_000) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = messages().find(matches);
          if (found) finish(() => resolve(found));
        };
        const stop = inbox.onChange(look);
        const late = () => finish(() => reject(new Error(`No such message within ${timeoutMs} ms`)));
        const timer = setTimeout(late, timeoutMs);
        function finish(settle: () => void): void {
          clearTimeout(timer);
          stop();
          settle();
        }
        look();
      }),
    clear: () => inbox.clear(),
    async close() {
      events.close();
      await web.close();
      await smtp.close();
    },
  };
}
