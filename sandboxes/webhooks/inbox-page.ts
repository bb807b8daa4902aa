import type { ReceivedWebhook } from './inbox.js';

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

/** The newest requests as a page that needs no script. */
export function inboxPage(received: readonly ReceivedWebhook[]): string {
  const rows = [...received]
    .reverse()
    .slice(0, 100)
    .map(
      ({ at, path, type, id, signature, problem, body }) =>
        `<tr><td>${escape(at)}</td><td>${escape(path)}</td><td>${escape(type)}</td><td>${escape(id)}</td>
        <td class="${signature}">${signature}${problem ? `: ${escape(problem)}` : ''}</td>
        <td><details><summary>${body.length} characters</summary><pre>${escape(body)}</pre></details></td></tr>`,
    )
    .join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Webhook sandbox</title>
<meta http-equiv="refresh" content="5"><style>body{font:14px system-ui;margin:2rem}td,th{text-align:left;padding:.25rem .75rem;vertical-align:top}
.good{color:#166534}.bad{color:#b91c1c}pre{max-width:60rem;white-space:pre-wrap}</style></head><body>
<h1>Webhook sandbox</h1>
<p>Any path takes webhooks. <code>PUT /_secrets/&lt;path&gt;</code> with <code>{"secret":"whsec_…"}</code> has signatures checked;
<code>/_control</code> sets how requests are responded to.</p>
<table><thead><tr><th>Received</th><th>Path</th><th>Event</th><th>webhook-id</th><th>Signature</th><th>Body</th></tr></thead>
<tbody>${rows}</tbody></table></body></html>\n`;
}
